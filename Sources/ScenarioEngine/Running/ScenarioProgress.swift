import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// The state of a scenario while it runs.
final class ScenarioProgress: Sendable {
  struct State: Sendable {
    /// The end of each step.
    var ends: [End]
    var failures: [Failure] = []
    var notes: [Note] = []
    /// The owners of the failed steps; `nil` for the scenario's own steps.
    var failedOwners: Set<String?> = []
    /// Whether the only failure is that the known issue no longer occurs.
    var isIssueSolved = false
    var storyTime: Duration = .zero
  }

  /// The outcome and time of a step's end, the values that the app showed then, and the number of
  /// requests and messages that the server had received.
  struct End: Sendable {
    var outcome = StepResult.Outcome.notRun
    var time = Duration.zero
    var shown: [ShownValue] = []
    var receivedCount = 0
  }

  private let scenario: Shared<PlannedScenario>
  private let log = Activity.log
  private let state: Mutex<State>
  private let began = ContinuousClock.now

  init(_ scenario: Shared<PlannedScenario>) {
    self.scenario = scenario
    state = Mutex(State(ends: Array(repeating: End(), count: scenario.value.steps.count)))
  }

  func begin(step index: Int) {
    let location = scenario.value.steps[index].sentences.first?.location ?? scenario.value.location
    log?.runs(step: index, line: location.range.start.line)
  }

  func end(
    step index: Int, _ outcome: StepResult.Outcome, at time: Duration = .zero,
    shown: [ShownValue] = [], receivedCount: Int = 0
  ) {
    state.withLock { state in
      state.ends[index] = End(
        outcome: outcome, time: time, shown: shown, receivedCount: receivedCount)
    }
  }

  func fail(_ failures: [Failure], owner: String?) {
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

  func note(_ note: Note) { state.withLock { $0.notes.append(note) } }

  var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

  /// The result of a skipped scenario.
  var skipped: ScenarioResult {
    var result = result(storyTime: .zero, trace: Trace())
    (result.verdict, result.reason) = (.skipped, scenario.value.skip)
    return result
  }

  /// The result of a scenario with undefined steps, of which none runs.
  var undefined: ScenarioResult {
    for (index, step) in scenario.value.steps.enumerated() where !step.undefined.isEmpty {
      end(step: index, .undefined)
    }
    for step in scenario.value.undefined {
      var failure = Failure(step.message, at: step.location, details: step.hints)
      failure.proposal = step.proposal
      fail([failure], owner: step.owner)
    }
    var result = result(storyTime: .zero, trace: Trace())
    if result.verdict != .blocked { (result.verdict, result.reason) = (.undefined, nil) }
    return result
  }

  /// Returns the result of a scenario that can't be run, or not completely.
  func result(of error: any Error) -> ScenarioResult {
    fail([Failure("the scenario can't be run: \(error)", at: scenario.value.location)], owner: nil)
    return result(storyTime: .zero, trace: Trace())
  }

  /// Records that the process died in a step, and marks the steps before it as passed.
  func die(in index: Int?, with message: String, details: [String], at time: Duration) {
    let steps = scenario.value.steps
    let step = index.flatMap { $0 < steps.count ? steps[$0] : nil }
    for passed in 0..<min(index ?? 0, steps.count) { end(step: passed, .passed) }
    if let index, step != nil { end(step: index, .failed, at: time) }
    let location = step?.sentences.first?.location ?? scenario.value.location
    fail([Failure(message, at: location, details: details, time: time)], owner: step?.owner)
  }

  /// Returns the result so far.
  func result(storyTime: Duration, trace: Trace) -> ScenarioResult {
    let (scenario, state) = (scenario, state.withLock { $0 })
    let (verdict, reason) = verdict(of: state)
    return ScenarioResult(
      scenario: scenario, verdict: verdict, reason: reason,
      steps: Self.steps(of: scenario.value, ended: state.ends),
      failures: state.failures, notes: state.notes, storyTime: storyTime,
      realTime: ContinuousClock.now - began, trace: trace)
  }

  private static func steps(of scenario: PlannedScenario, ended ends: [End]) -> [StepResult] {
    // Undefined steps have no sentences with locations; their failures are in the order of steps.
    var undefined = scenario.undefined.makeIterator()
    return zip(scenario.steps, ends).map { step, end in
      let places = step.undefined.compactMap { _ in undefined.next()?.location }
      return StepResult(
        text: step.text, owner: step.owner, outcome: end.outcome,
        location: places.first ?? step.sentences.first?.location, time: end.time, shown: end.shown,
        receivedCount: end.receivedCount, purpose: step.purpose)
    }
  }

  private func verdict(of state: State) -> (Verdict, reason: String?) {
    if state.failedOwners.isEmpty { return (.passed, nil) }
    if !state.failedOwners.contains(nil) {
      // The run of the innermost scenario includes the steps of all scenarios around it.
      let innermost = scenario.value.steps.last { state.failedOwners.contains($0.owner) }
      if let owner = innermost?.owner { return (.blocked, owner) }
    }
    if let issue = scenario.value.knownIssue, !state.isIssueSolved { return (.knownIssue, issue) }
    return (.failed, nil)
  }
}
