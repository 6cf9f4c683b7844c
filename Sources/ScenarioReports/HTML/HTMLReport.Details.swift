import ScenarioLanguage
import ScenarioResults
import ScenarioValues

extension HTMLReport {
  /// The additional data of a scenario's page, read when the page is opened.
  ///
  /// A browser parses the details of thousands of scenarios before it shows anything. So empty,
  /// zero, passed and repeated values are omitted, and `data.js` restores them.
  struct Details: Encodable {
    var steps: [Step]
    var events: [Event]?
    var failures: [ShownFailure]?
    var notes: [Note]?
    var trace: String?
    var attempts: [ScenarioReport.Attempt]?
    var example: Example?

    /// The example of the scenario, with the lines of its file.
    struct Example: Encodable {
      /// The first and the last line of all examples.
      var all: [Int]
      /// The first and the last line of this one.
      var own: [Int]
      var values: [String: String]
    }

    struct Step: Encodable {
      var text: String
      var owner: String?
      var outcome: String?
      var line: Int
      var nanoseconds: Int64?
      var shown: [ShownValue]?
      var purpose: ScenarioLanguage.Step.Purpose
    }

    struct Event: Encodable {
      var kind: ScenarioReport.Event.Kind
      var nanoseconds: Int64?
      var participant: String?
      var request: Int?
      var text: String?
      var shown: ShownValue?
    }

    init(_ scenario: ScenarioReport, examples: WrittenExamples?) {
      steps = scenario.steps.map(Step.init)
      var taken = scenario.steps.lazy.filter { $0.outcome != .notRun }.makeIterator()
      events =
        scenario.events.map { event in
          Event(event, stepText: event.kind == .step ? taken.next()?.text : nil)
        }.nonEmpty
      failures = scenario.failures.map(ShownFailure.init).nonEmpty
      notes =
        scenario.notes.map { note in
          var note = note
          note.message = note.location.storyLanguage.translation(of: note.message)
          return note
        }.nonEmpty
      trace = scenario.trace.nonEmpty
      attempts = scenario.attempts
      let before = (scenario.firstLine ?? scenario.line) - 1
      let row = examples?.row(
        at: scenario.line - before, titled: scenario.titles.last ?? "")
      if let examples, let row {
        example = Example(
          all: [examples.lines.lowerBound + before, examples.lines.upperBound + before],
          own: [row.lines.lowerBound + before, row.lines.upperBound + before], values: row.values)
      }
    }
  }
}

extension HTMLReport.Details.Step {
  init(_ step: StepResult) {
    text = step.text
    owner = step.owner
    outcome = step.outcome == .passed ? nil : step.outcome.rawValue
    line = step.line
    nanoseconds = step.nanoseconds.nonZero
    shown = step.shown.map { $0.shortened() }.nonEmpty
    purpose = step.purpose
  }
}

extension HTMLReport.Details.Event {
  /// - Parameter stepText: The text of the step if the event is a step; otherwise `nil`.
  init(_ event: ScenarioReport.Event, stepText: String?) {
    kind = event.kind
    nanoseconds = event.nanoseconds.nonZero
    participant = event.participant.nonEmpty
    request = event.request
    text = event.text == stepText ? nil : event.text.shortened(to: HTMLReport.textLimit)
    shown = event.shown?.shortened()
  }
}

extension ShownValue {
  /// Returns the value with texts that a drawing has room for.
  fileprivate func shortened() -> Self {
    var shown = self
    shown.value.value.shortenTexts(to: HTMLReport.textLimit)
    return shown
  }
}

extension HTMLReport {
  /// The maximum number of characters of a text that a drawing has room for.
  fileprivate static let textLimit = 400
}

extension Collection {
  /// The collection, or `nil` if it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

extension Int64 {
  /// The number, or `nil` if it is 0.
  fileprivate var nonZero: Int64? { self == 0 ? nil : self }
}

extension Value {
  /// Shortens each text in the value.
  fileprivate mutating func shortenTexts(to length: Int) {
    switch self {
    case .text(let text): self = .text(text.shortened(to: length))
    case .list(var values):
      for index in values.indices { values[index].shortenTexts(to: length) }
      self = .list(values)
    case .mapping(var pairs):
      for index in pairs.indices { pairs[index].value.shortenTexts(to: length) }
      self = .mapping(pairs)
    case .absent, .bool, .integer, .number: break
    }
  }
}

extension String {
  /// Returns the text shortened to a number of characters; fast if it is short already.
  fileprivate func shortened(to length: Int) -> String {
    utf8.count > length && count > length ? prefix(length) + "…" : self
  }
}
