import ScenarioKit
import ScenarioLanguage

extension ScenarioReport {
  /// An interaction between the app and its surroundings.
  package struct Event: Codable, Sendable, Hashable {
    /// A kind of event.
    package enum Kind: String, Codable, Sendable, Hashable {
      /// A step began; the text is the step.
      case step
      /// An act of a timeline; the text is its sentence.
      case act
      /// The app showed another value during a timeline.
      case shown
      /// The app sent a request.
      case request
      /// The server answered a request or made it fail.
      case answer
      /// The app called a test double, such as its view.
      case call
    }

    package var kind: Kind

    /// The story time of the event, in nanoseconds.
    package var nanoseconds: Int64

    /// The name of the called double, such as `view`; empty if it has none.
    package var participant: String

    /// The number of the request that is sent or answered, from 1; `nil` for other events.
    package var request: Int?

    /// The description of the event.
    package var text: String

    /// The value that the app showed; `nil` for events of another kind.
    package var shown: ShownValue?

    /// The request, or what became of it, as data; `nil` for events of another kind, and for what
    /// is sent over a connection.
    package var traffic: StoryEvent.Traffic?

    /// The method and the address of a request; `nil` for other events.
    package var requestLine: String? {
      if case .request(let method, let url, _) = traffic { "\(method) \(url)" } else { nil }
    }

    /// Whether the app did something.
    package var isEffect: Bool { [.request, .call, .shown].contains(kind) }

    /// Creates an event.
    package init(
      kind: Kind, nanoseconds: Int64, participant: String = "", request: Int? = nil, text: String,
      shown: ShownValue? = nil
    ) {
      (self.kind, self.nanoseconds, self.participant) = (kind, nanoseconds, participant)
      (self.request, self.text, self.shown) = (request, text, shown)
    }
  }

  /// An action of the app at one place of its code that no story permits.
  package struct Violation: Codable, Sendable, Hashable {
    /// The app's function that did it.
    package struct Place: Codable, Sendable, Hashable {
      /// The function, such as `FactsService.load()`.
      package var function: String
      /// The path of the file on the machine that built it.
      package var path: String
      package var line: Int

      package init(function: String, path: String, line: Int) {
        (self.function, self.path, self.line) = (function, path, line)
      }
    }

    /// The kind of action, such as `starts threads`.
    package var action: String
    /// The object of the first action, such as an address; `nil` if it had none.
    package var object: String?
    /// The hint on what to do instead, such as `use a Task instead`.
    package var hint: String
    /// The permission that a module can list; `nil` if there is none for this kind.
    package var permission: String?
    /// The app's function; `nil` if it is not known.
    package var place: Place?
    /// The queue whose work it was, such as `the DispatchQueue "images"`; `nil` if it was none.
    package var queue: String?
    /// The first step in which it happened.
    package var step: Location
    package var count = 1

    package init(
      action: String, object: String?, hint: String, permission: String?, place: Place?,
      queue: String?, step: Location
    ) {
      (self.action, self.object, self.hint) = (action, object, hint)
      (self.permission, self.place, self.queue, self.step) = (permission, place, queue, step)
    }
  }
}

extension [ScenarioReport.Violation] {
  /// Counts a violation with the one of its kind at its place, or adds it as the first one there.
  package mutating func add(_ violation: ScenarioReport.Violation) {
    let known = firstIndex {
      $0.action == violation.action && $0.place == violation.place && $0.queue == violation.queue
    }
    if let known { self[known].count += violation.count } else { append(violation) }
  }
}
