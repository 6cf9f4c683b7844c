import ScenarioKit
import ScenarioLanguage

extension HTMLReport {
  /// The maximum number of characters of a text that a drawing has room for.
  fileprivate static let textLimit = 400

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
      steps = scenario.steps.changed { step in step.shown = step.shown.changed { $0.shorten() } }
      events = scenario.events.changed { event in
        event.text = event.text.clipped(to: HTMLReport.textLimit)
        event.shown?.shorten()
        // The studio offers to answer a request; all else is in the text.
        guard case .request(_, _, nil) = event.traffic else { return event.traffic = nil }
      }
      failures = scenario.failures.map(ShownFailure.init)
      notes = scenario.notes.changed { note in
        note.message = note.location.storyLanguage.text(of: note.text)
      }
      (trace, attempts) = (scenario.trace, scenario.attempts)
      let before = (scenario.firstLine ?? scenario.line) - 1
      let row = examples?.row(at: scenario.line - before, titled: scenario.titles.last ?? "")
      if let examples, let row {
        example = Example(
          all: [examples.lines.lowerBound + before, examples.lines.upperBound + before],
          own: [row.lines.lowerBound + before, row.lines.upperBound + before], values: row.values)
      }
    }
  }
}

extension ShownValue {
  /// Shortens its texts to what a drawing has room for.
  fileprivate mutating func shorten() {
    value.value.replaceTexts { $0.clipped(to: HTMLReport.textLimit) }
  }
}
