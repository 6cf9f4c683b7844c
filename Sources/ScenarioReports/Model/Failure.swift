import DisplayText
import ScenarioKit
import ScenarioLanguage

/// A failed expectation or another error, with the source location that it concerns.
package struct Failure: Sendable, Hashable, Codable {
  /// The location in the story.
  package var location: Location

  /// The message: one sentence that begins in lower case and has no full stop.
  package var message: String { didSet { written = nil } }

  /// Further details, one line each.
  package var details: [String] { didSet { written = nil } }

  /// The message and the details, by which they are translated.
  package var messages: [Message] {
    get { written.flatMap { $0.isEmpty ? nil : $0 } ?? [Message](verbatim: [message] + details) }
    set {
      (message, details) = (newValue[0].english, newValue.dropFirst().map(\.english))
      written = newValue
    }
  }

  var written: [Message]?

  /// The differences between the observed value and the expected one.
  package var differences: [Difference]

  /// The whole value that the check looked at, shortened, one line each; empty if the differences
  /// show all of it.
  package var observed: [String] = []

  /// A step definition in Swift that would resolve an undefined step; `nil` for all other failures.
  package var proposal: String?

  /// Whether `scenarios accept` can update the story so that it passes.
  package var canBeAccepted = false

  /// The time of the failure in nanoseconds of story time, since the start of the scenario.
  package var nanoseconds: Int64

  /// The updates of the story that would make it pass; empty if the failure is not about values.
  package var updates: [ValueUpdate] {
    get { knownUpdates ?? [] }
    set {
      knownUpdates = newValue.isEmpty ? nil : newValue
      canBeAccepted = newValue.contains(where: \.isPossible)
    }
  }

  private var knownUpdates: [ValueUpdate]?

  /// Whether the code of the step reported the failure, rather than an error outside of it.
  package var isReportedByStep = false

  /// Whether the app, or the server, refused an act, so that the rest could not happen; `nil` if not.
  package var isRefusal: Bool?

  /// The excess of a counted number over the expected one; `nil` if the check counts nothing.
  package var excess: Int?

  /// The end of the app's process for readers who don't know Swift, in two parts: the event and its
  /// place, such as `the app crashed` and ` in FactsPresenter.load (FactsPresenter.swift:41)`.
  ///
  /// It is `nil` for other failures, and if the place is not known.
  package var crash: [String]?

  /// The reason why no update is possible, if the failure has one of its own.
  package var reasonAgainstUpdate: String?

  private enum CodingKeys: String, CodingKey {
    case location, message, details, differences, observed, proposal, canBeAccepted, nanoseconds
    case reasonAgainstUpdate, crash, isRefusal
    case knownUpdates = "updates"
    case written = "messages"
  }

  /// Creates a failure; by default there are no details or differences, and the time is the
  /// scenario's start.
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  package init(
    _ message: String, at location: Location, details: [String] = [],
    differences: [Difference] = [], time: Duration = .zero
  ) {
    (self.location, self.message) = (location, message)
    (self.details, self.differences, nanoseconds) = (details, differences, time.wholeNanoseconds)
    updates = differences.compactMap(\.update)
  }

  /// Creates a failure whose message and details have translations.
  package init(
    _ message: Message, at location: Location, details: [Message] = [],
    differences: [Difference] = [], time: Duration = .zero
  ) {
    self.init(
      message.english, at: location, details: details.map(\.english), differences: differences,
      time: time)
    written = [message] + details
  }

  /// The path of the file as shown to people.
  package var path: String { location.path }

  /// The line, from 1.
  package var line: Int { location.range.start.line }

  /// The column, from 1.
  package var column: Int { location.range.start.column }

  /// The time of the failure, since the start of the scenario.
  package var time: Duration {
    get { .nanoseconds(nanoseconds) }
    set { nanoseconds = newValue.wholeNanoseconds }
  }

  /// Removes the updates, which can contain secrets, before the failure is stored.
  package mutating func removeUpdates() { knownUpdates = nil }

  /// Returns the failure with its updates marked as impossible, for the reason given.
  package func withoutUpdate(because reason: String) -> Failure {
    var failure = self
    failure.updates = updates.map { .impossible($0.target, because: reason) }
    return failure
  }
}
