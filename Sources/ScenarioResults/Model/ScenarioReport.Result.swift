import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import Simulation

extension ScenarioReport {
  /// Creates the report of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - source: The scenario's file, for the lines that its author wrote; without it, they are
  ///     empty.
  ///   - keepsTrace: Whether to keep the trace line by line, and not only its fingerprint.
  ///   - keepsFingerprint: Whether to keep the trace's fingerprint, which takes as long to compute
  ///     as the scenario takes to run; `true` by default.
  ///   - allowsUndefined: Whether undefined steps are allowed; `false` by default.
  ///   - keepsCourse: Whether to keep the steps and events, which only reports show; `true` by
  ///     default.
  public init(
    _ result: ScenarioResult, source: SourceFile?, keepsTrace: Bool = false,
    allowsUndefined: Bool = false, keepsCourse: Bool = true, keepsFingerprint: Bool = true
  ) {
    let scenario = result.scenario
    path = scenario.id.path
    titles = scenario.id.titles
    line = scenario.location.range.start.line
    let first = scenario.range.start.line
    firstLine = first == line ? nil : first
    lastLine = scenario.range.end.line
    module = scenario.module
    tags = scenario.tags
    person = keepsCourse ? scenario.person : nil
    text = source.map { Self.text(of: scenario, in: $0) } ?? ""
    (verdict, reason) = (result.verdict, result.reason)
    var shown: [String: Value] = [:]
    steps = (keepsCourse ? result.steps : []).map { step in
      let news = step.shown.filter { shown.updateValue($0.value, forKey: $0.name) != $0.value }
      return Step(
        text: step.text, owner: step.owner, outcome: step.outcome.rawValue,
        line: step.location?.range.start.line ?? 0, nanoseconds: step.time.inNanoseconds,
        shown: news.map { Shown(name: $0.name, value: CodableValue($0.value)) },
        purpose: step.purpose?.rawValue)
    }
    failures = result.failures.map(Failure.init)
    notes = result.notes.map { note in
      let start = note.location.range.start
      return Note(line: start.line, column: start.column, message: note.message)
    }
    events = keepsCourse ? result.trace.entries.compactMap(Event.init) : []
    storyNanoseconds = result.storyTime.inNanoseconds
    seconds = result.realTime / .seconds(1)
    traceHash = keepsFingerprint ? Fingerprint.of(result.trace.description) : ""
    trace = keepsTrace ? result.trace.readable : ""
    if allowsUndefined, scenario.isUndefined { isUndefinedAllowed = true }
    if verdict == .blocked {
      isBlockedByKnownIssue = result.isBlockedByKnownIssue
    }
  }

  /// Returns the scenario's own lines, up to the first one of a nested scenario.
  package static func text(of scenario: PlannedScenario, in source: SourceFile) -> String {
    let first = scenario.range.start.line
    let last = max(first, scenario.ownLastLine)
    return (first...last).map { source.lineText($0) }.joined(separator: "\n")
  }
}

extension ScenarioReport.Failure {
  init(_ failure: ScenarioEngine.Failure) {
    let start = failure.location.range.start
    self.init(
      path: failure.location.path, line: start.line, column: start.column,
      lineText: failure.location.lineText, message: failure.message,
      details: failure.details.map { "  \($0)" },
      differences: failure.differences.isEmpty ? nil : failure.differences,
      canBeAccepted: failure.updates.contains(where: \.isPossible) ? true : nil,
      nanoseconds: failure.time.inNanoseconds)
    observed = failure.observed.isEmpty ? nil : failure.observed
    proposal = failure.proposal
  }
}

extension ScenarioReport.Event {
  /// Creates the event of a trace entry about the app and its surroundings; `nil` for other
  /// entries.
  fileprivate init?(_ entry: Trace.Entry) {
    guard case .note(let note) = entry.event, let event = note.value as? StoryEvent else {
      return nil
    }
    let time = entry.time.inNanoseconds
    switch event.kind {
    case .step: self.init(kind: .step, nanoseconds: time, text: event.text)
    case .act: self.init(kind: .act, nanoseconds: time, text: event.text)
    case .shown(let name, let value):
      self.init(
        kind: .shown, nanoseconds: time, text: event.text,
        shown: ScenarioReport.Shown(name: name, value: CodableValue(value)))
    case .request(let number):
      self.init(kind: .request, nanoseconds: time, request: number, text: event.text)
    case .answer(let number):
      self.init(kind: .answer, nanoseconds: time, request: number, text: event.text)
    case .call(let participant):
      self.init(kind: .call, nanoseconds: time, participant: participant, text: event.text)
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds; the largest number for more than 292 years.
  fileprivate var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || sumOverflows ? .max : sum
  }
}
