import ScenarioLanguage
import ScenarioRunner
import Simulation

extension ScenarioRecord {
  /// What is kept of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - source: The scenario's file, for the lines that its author wrote; they are empty without.
  ///   - keepsTrace: Whether everything that happened is kept line by line; else only its
  ///     fingerprint is.
  ///   - keepsCourse: Whether its steps and what they made happen are kept, which only reports show;
  ///     they are unless given.
  public init(
    _ result: ScenarioResult, source: SourceFile?, keepsTrace: Bool = false,
    keepsCourse: Bool = true
  ) {
    let scenario = result.scenario
    path = scenario.id.path
    titles = scenario.id.titles
    line = scenario.place.range.start.line
    lastLine = scenario.range.end.line
    module = scenario.module
    tags = scenario.tags
    text = source.map { Self.text(of: scenario, in: $0) } ?? ""
    (verdict, reason) = Self.verdict(of: result)
    var shown: [String: Value] = [:]
    steps = (keepsCourse ? result.steps : []).map { step in
      let news = step.shown.filter { shown.updateValue($0.value, forKey: $0.name) != $0.value }
      return Step(
        text: step.text, owner: step.owner, outcome: step.outcome.rawValue,
        line: step.place?.range.start.line ?? 0, nanoseconds: step.time.inNanoseconds,
        shown: news.map { Shown(name: $0.name, value: KeptValue($0.value)) },
        purpose: step.purpose?.rawValue)
    }
    let failureText = FailureText()
    failures = result.failures.map { failure in
      Failure(
        path: failure.place.path, line: failure.place.range.start.line,
        column: failure.place.range.start.column, lineText: failure.place.lineText,
        message: failure.message,
        details: failureText.message(of: failure).split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropFirst().map(String.init),
        nanoseconds: failure.time.inNanoseconds)
    }
    notes = result.notes.map { Note(line: $0.place.range.start.line, message: $0.message) }
    events = keepsCourse ? result.trace.entries.compactMap(Event.init) : []
    storyNanoseconds = result.storyTime.inNanoseconds
    seconds = result.realTime / .seconds(1)
    let trace = result.trace.description
    traceHash = Fingerprint.of(trace)
    self.trace = keepsTrace ? trace : ""
  }

  private static func verdict(of result: ScenarioResult) -> (Verdict, String?) {
    switch result.verdict {
    case .passed: (.passed, nil)
    case .failed: (.failed, nil)
    case .blocked(let parent): (.blocked, parent)
    case .skipped(let reason): (.skipped, reason)
    case .knownIssue(let issue): (.knownIssue, issue)
    }
  }

  /// The scenario's own lines: up to the first one of a scenario nested in it.
  private static func text(of scenario: PlannedScenario, in source: SourceFile) -> String {
    let first = scenario.range.start.line
    let last = max(first, scenario.ownLastLine)
    return (first...last).map { source.lineText($0) }.joined(separator: "\n")
  }
}

extension ScenarioRecord.Event {
  /// What a line of a trace tells of the app and its surroundings; `nil` where it tells nothing.
  fileprivate init?(_ entry: Trace.Entry) {
    guard case .note(let text, let topic) = entry.event else { return nil }
    let kind: Kind
    switch topic {
    case Topic.step: kind = .step
    case Topic.request: kind = .request
    case Topic.answer: kind = .answer
    default:
      guard Topic.participant(of: topic) != nil else { return nil }
      kind = .call
    }
    self.init(
      kind: kind, nanoseconds: entry.time.inNanoseconds,
      participant: Topic.participant(of: topic) ?? "", text: text)
  }
}

extension Duration {
  /// In whole nanoseconds; the largest number for more than 292 years.
  fileprivate var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000
  }
}
