import DisplayText
import ScenarioKit
import ScenarioLanguage

/// A failed expectation or another error, with the source location that it concerns.
package struct Failure: Sendable, Hashable, Codable {
  /// The location in the story.
  package var location: Location

  /// The message: one sentence that begins in lower case and has no full stop.
  package private(set) var message: String

  /// Further details, one line each.
  package private(set) var details: [String]

  /// The message and the details, by which they are translated.
  ///
  /// Results files have two forms: English for programs, and parts for translations, which earlier
  /// files lack. Each is a stored property, because Swift codes no others; ``crash`` has two, too.
  package var messages: [Message] {
    get { parts.flatMap { $0.isEmpty ? nil : $0 } ?? [Message](verbatim: [message] + details) }
    set {
      (message, details) = (newValue[0].english, newValue.dropFirst().map(\.english))
      parts = newValue
    }
  }

  private var parts: [Message]?

  /// The differences between the observed value and the expected one.
  package var differences: [Difference]

  /// The whole value that the check looked at, shortened, one line each; empty if the differences
  /// show all of it.
  package var observed: [String] = []

  /// A step definition in Swift that would resolve an undefined step; `nil` for all other failures.
  package var proposal: String?

  /// Whether `scenarios accept` can update the story so that it passes, also after
  /// ``removeUpdates()``.
  package var canBeAccepted = false

  /// The time of the failure in nanoseconds of story time, since the start of the scenario.
  package var nanoseconds: Int64

  /// The updates of the story that would make it pass; empty if the failure is not about values.
  @CompactList package var updates: [ValueUpdate] = [] {
    didSet { canBeAccepted = updates.contains(where: \.isPossible) }
  }

  /// Whether the code of the step reported the failure, rather than an error outside of it.
  ///
  /// It is not coded, as only the process of the scenario asks for it.
  package var isReportedByStep = false

  /// Whether the app, or the server, refused an act, so that the rest could not happen; `nil` if not.
  package var isRefusal: Bool?

  /// The excess of a counted number over the expected one; `nil` if the check counts nothing.
  ///
  /// It is not coded, as only the process of the scenario asks for it.
  package var excess: Int?

  /// The end of the app's process for readers who don't know Swift, in two parts: the event and its
  /// place, such as `the app crashed` and ` in FactsPresenter.load (FactsPresenter.swift:41)`.
  ///
  /// It is `nil` for other failures, and if the place is not known.
  package var crash: [Message]? {
    get { crashMessages ?? crashTexts.map { [Message](verbatim: $0) } }
    set { (crashTexts, crashMessages) = (newValue?.map(\.english), newValue) }
  }

  private var crashTexts: [String]?
  private var crashMessages: [Message]?

  /// The reason why no update is possible, if the failure has one of its own.
  package var reasonAgainstUpdate: String?

  private enum CodingKeys: String, CodingKey {
    case location, message, details, differences, observed, proposal, canBeAccepted, nanoseconds
    case reasonAgainstUpdate, isRefusal, updates, crashMessages
    case crashTexts = "crash"
    case parts = "messages"
  }

  /// Creates a failure; by default there are no details or differences, and the time is the
  /// scenario's start.
  package init(
    _ message: Message, at location: Location, details: [Message] = [],
    differences: [Difference] = [], time: Duration = .zero
  ) {
    (self.location, self.differences, nanoseconds) = (location, differences, time.wholeNanoseconds)
    (self.message, self.details) = (message.english, details.map(\.english))
    parts = [message] + details
    updates = differences.compactMap(\.update)
    canBeAccepted = updates.contains(where: \.isPossible)
  }

  /// The path of the file as shown to people.
  package var path: String { location.path }

  /// The line, from 1.
  package var line: Int { location.range.start.line }

  /// The column, from 1.
  package var column: Int { location.range.start.column }

  /// The time of the failure, since the start of the scenario.
  package var time: Duration { .nanoseconds(nanoseconds) }

  /// Removes the updates, which can contain secrets, before the failure is stored.
  package mutating func removeUpdates() { _updates = CompactList(wrappedValue: []) }

  /// Returns the failure with its updates marked as impossible, for the reason given.
  package func withoutUpdate(because reason: String) -> Failure {
    var failure = self
    failure.updates = updates.map { ValueUpdate($0.target, .impossible(reason)) }
    return failure
  }
}
