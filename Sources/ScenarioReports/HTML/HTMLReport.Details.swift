import ScenarioKit
import ScenarioLanguage

extension HTMLReport {
  /// The additional data of a scenario's page, read when the page is opened.
  ///
  /// A drawing has room for a part of a long text.
  struct Details: Encodable {
    var steps: [StepResult]
    var events: [ScenarioReport.Event]
    var failures: [ShownFailure]
    var notes: [Note]
    var trace: String
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

    init(_ scenario: ScenarioReport, examples: WrittenExamples?) {
      steps = scenario.steps.changed { step in
        step.shown = step.shown.map { $0.shortened() }
      }
      events = scenario.events.changed { event in
        event.text = event.text.shortened(to: HTMLReport.textLimit)
        event.shown = event.shown?.shortened()
      }
      failures = scenario.failures.map(ShownFailure.init)
      notes = scenario.notes.changed { note in
        note.message = note.location.storyLanguage.translation(of: note.message)
      }
      trace = scenario.trace
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
