import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation
import Synchronization

/// The state of a scenario while it runs.
package final class ScenarioProgress: Sendable {
  struct State: Sendable {
    /// The end of each step.
    var ends: [StepEnd]
    var failures: [Failure] = []
    var notes: [Note] = []
    var sharedNotes: [SharedNote] = []
    var violations: [ScenarioReport.Violation] = []
    /// The owners of the failed steps; `nil` for the scenario's own steps.
    var failedOwners: Set<Int?> = []
    /// Whether the only failure is that the known issue no longer occurs.
    var isIssueSolved = false
  }

  /// Here and not in each user, because copying it takes longer than some steps do.
  let scenario: PlannedScenario
  let contents: ScenarioReport.Contents
  private let state: Mutex<State>
  private let began = ContinuousClock.now

  package init(_ scenario: PlannedScenario, contents: ScenarioReport.Contents) {
    (self.scenario, self.contents) = (scenario, contents)
    state = Mutex(State(ends: Array(repeating: StepEnd(), count: scenario.steps.count)))
  }

  func end(step index: Int, _ end: StepEnd) { state.withLock { $0.ends[index] = end } }

  package func fail(_ failures: [Failure], owner: Int?) {
    guard !failures.isEmpty else { return }
    state.withLock { state in
      state.failures += failures
      state.failedOwners.insert(owner)
    }
  }

  /// Adds a failure because the scenario's known issue no longer occurs.
  func failAsSolved(_ failure: Failure) {
    fail([failure], owner: nil)
    state.withLock { $0.isIssueSolved = true }
  }

  /// Adds a note; with a count, one that holds only if each of so many scenarios has it.
  package func note(_ note: Note, sharedBy count: Int? = nil) {
    state.withLock { state in
      guard let count else { return state.notes.append(note) }
      state.sharedNotes.append(SharedNote(note: note, scenarios: count))
    }
  }

  /// Adds a note unless it is there already.
  func noteOnce(_ note: Note) {
    state.withLock { if !$0.notes.contains(note) { $0.notes.append(note) } }
  }

  /// Adds what failed after the last step as a note.
  func note(late failure: Failure) {
    let time = StoryTimeText.offset(failure.time)
    note(Note("after the last step, at \(time), \(failure.messages[0])", at: failure.location))
  }

  /// Whether sandbox violations are listed and do not fail the scenario.
  var listsViolations: Bool { contents.contains(.violations) }

  /// Adds a violation to the list.
  func list(_ violation: ScenarioReport.Violation) {
    state.withLock { $0.violations.add(violation) }
  }

  var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

  /// The end of each step, in order.
  var ends: [StepEnd] { state.withLock { $0.ends } }

  /// The report of a skipped scenario.
  package var skipped: ScenarioReport { skipped(scenario.skip) }

  /// Returns the report of a scenario that is skipped for a reason.
  func skipped(_ reason: String?) -> ScenarioReport {
    var report = report(storyTime: .zero, trace: Trace())
    (report.verdict, report.reason, report.failures) = (.skipped, reason, [])
    return report
  }

  /// The report of a scenario with undefined steps, of which none runs.
  package var undefined: ScenarioReport {
    for (index, step) in scenario.steps.enumerated() where !step.undefined.isEmpty {
      end(step: index, StepEnd(outcome: .undefined))
    }
    for step in scenario.undefined { fail([step.failure], owner: step.owner) }
    var report = report(storyTime: .zero, trace: Trace())
    if report.verdict != .blocked { (report.verdict, report.reason) = (.undefined, nil) }
    return report
  }

  /// Returns the report of a scenario that can't be run, or not completely.
  func report(of error: any Error) -> ScenarioReport {
    fail([Failure("the scenario can't be run: \(error)", at: scenario.location)], owner: nil)
    return report(storyTime: .zero, trace: Trace())
  }

  /// Records that the process terminated in a step, and marks the steps before it as passed.
  func terminate(in index: Int?, at time: Duration, with failure: (Location) -> Failure) {
    let steps = scenario.steps
    let step = index.flatMap { $0 < steps.count ? steps[$0] : nil }
    for passed in 0..<min(index ?? 0, steps.count) { end(step: passed, StepEnd(outcome: .passed)) }
    if let index, step != nil { end(step: index, StepEnd(outcome: .failed, time: time)) }
    var failure = failure(step?.sentences.first?.location ?? scenario.location)
    failure.nanoseconds = time.wholeNanoseconds
    fail([failure], owner: step?.owner)
  }

  /// Returns the report so far.
  package func report(storyTime: Duration, trace: Trace) -> ScenarioReport {
    let state = state.withLock { $0 }
    let (verdict, blocker) = verdict(of: state)
    var contents = contents
    // The texts of a variation are never shown.
    let hasTexts = !scenario.isVaried
    if verdict != .passed, hasTexts { contents.formUnion([.details, .fingerprint]) }
    if verdict == .failed, hasTexts { contents.insert(.trace) }
    var report = ScenarioReport(
      path: scenario.id.path, titles: scenario.id.titles, line: scenario.location.range.start.line,
      lastLine: scenario.range.end.line, ownLastLine: scenario.ownLastLine,
      module: scenario.module, tags: scenario.tags,
      verdict: verdict, reason: blocker.map { scenario.id.titles[$0] },
      storyNanoseconds: storyTime.wholeNanoseconds,
      seconds: (ContinuousClock.now - began) / .seconds(1),
      traceHash: contents.contains(.fingerprint) ? Fingerprint.of(trace.description) : "")
    report.blocker = blocker
    let firstLine = scenario.range.start.line
    report.firstLine = firstLine == report.line ? nil : firstLine
    report.failures = state.failures
    report.notes = state.notes + [scenario.note].compactMap(\.self)
    if !state.sharedNotes.isEmpty { report.sharedNotes = state.sharedNotes }
    if !state.violations.isEmpty { report.violations = state.violations }
    if contents.contains(.trace) { report.trace = trace.readable }
    if contents.contains(.details) {
      if hasTexts { report.person = scenario.person }
      report.steps = Self.steps(of: scenario, ended: state.ends)
      if contents.contains(.updates) {
        for (index, step) in scenario.steps.enumerated() where step.purpose == .check {
          report.steps[index].expectedRanges = step.expectedRanges
        }
      }
      if contents.contains(.sentences) {
        for (index, step) in zip(report.steps.indices, scenario.steps) where step.timeline == nil {
          report.steps[index].sentences = step.writtenSentences
          report.steps[index].answers = step.servedAnswers
        }
      }
      report.events = trace.entries.compactMap { ScenarioReport.Event($0, hasText: hasTexts) }
    }
    if verdict != .passed, !state.isIssueSolved {
      scenario.applyKnownIssues(to: &report)
    }
    return report
  }

  private static func steps(of scenario: PlannedScenario, ended ends: [StepEnd]) -> [StepResult] {
    // Undefined steps have no sentences with locations; their failures are in the order of steps.
    var undefined = scenario.undefined.makeIterator()
    var shown: [String: CodableValue] = [:]
    return zip(scenario.steps, ends).map { step, end in
      let locations = step.undefined.compactMap { _ in undefined.next()?.failure.location }
      let location = locations.first ?? step.sentences.first?.location
      var result = StepResult(
        text: scenario.isVaried ? "" : step.text,
        owner: step.owner.map { scenario.id.titles[$0] }, outcome: end.outcome,
        line: location?.range.start.line ?? 0, nanoseconds: end.time.wholeNanoseconds,
        shown: end.shown.filter { shown.updateValue($0.value, forKey: $0.name) != $0.value },
        purpose: step.purpose)
      result.compared = end.compared
      return result
    }
  }

  private func verdict(of state: State) -> (Verdict, blocker: Int?) {
    if state.failedOwners.isEmpty { return (.passed, nil) }
    // The run of the innermost scenario includes the steps of all scenarios around it.
    let isOwn = state.failedOwners.contains(nil)
    let blocker = isOwn ? nil : state.failedOwners.compactMap(\.self).max()
    return (blocker == nil ? .failed : .blocked, blocker)
  }
}

extension PlannedStep {
  /// The ranges of all values that the step expects, and of their keys.
  fileprivate var expectedRanges: [SourceRange] {
    (timeline?.observed ?? []).map(\.row.marbles.range)
      + sentences.flatMap { $0.expectation?.node.withParts ?? [] }.map(\.range)
  }
}

extension ScenarioReport.Event {
  /// Creates the event of a trace entry about the app and its surroundings; `nil` for other
  /// entries.
  init?(_ entry: Trace.Entry, hasText: Bool) {
    guard case .note(let note) = entry.event, let event = note.value as? StoryEvent else {
      return nil
    }
    self.init(
      kind: .step, nanoseconds: entry.time.wholeNanoseconds, text: hasText ? event.text : "")
    switch event.kind {
    case .step: break
    case .act: kind = .act
    case .shown(let name, let value): (kind, shown) = (.shown, ShownValue(name: name, value: value))
    case .request(let number, let sent): (kind, request, traffic) = (.request, number, sent)
    case .answer(let number, let result): (kind, request, traffic) = (.answer, number, result)
    case .call(let name): (kind, participant) = (.call, name)
    }
  }
}
