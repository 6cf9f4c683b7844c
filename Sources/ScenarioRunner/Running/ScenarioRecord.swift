import Simulation
import Synchronization

/// What is known of a scenario while it runs.
///
/// It stands apart from the run itself, so that it is still there when the run's thread is blocked
/// and given up.
final class ScenarioRecord: Sendable {
  struct State: Sendable {
    var outcomes: [StepResult.Outcome]
    var times: [Duration]
    var shown: [[ShownValue]]
    var failures: [Failure] = []
    var notes: [Note] = []
    /// The step under way.
    var current: Int?
    /// The owners of the steps that failed; `nil` for one of the scenario's own.
    var failedOwners: Set<String?> = []
    /// Whether what has failed is only the expectation that something fails.
    var isIssueSolved = false
    var storyTime: Duration = .zero
  }

  private let scenario: PlannedScenario
  private let state: Mutex<State>
  private let began = ContinuousClock.now

  init(_ scenario: PlannedScenario) {
    self.scenario = scenario
    state = Mutex(
      State(
        outcomes: scenario.steps.map { _ in .notRun }, times: scenario.steps.map { _ in .zero },
        shown: scenario.steps.map { _ in [] }))
  }

  func begin(step index: Int) { state.withLock { $0.current = index } }

  func end(
    step index: Int, _ outcome: StepResult.Outcome, at time: Duration = .zero,
    shown: [ShownValue] = []
  ) {
    state.withLock { state in
      state.outcomes[index] = outcome
      state.times[index] = time
      state.shown[index] = shown
      state.current = nil
    }
  }

  func fail(_ failures: [Failure], owner: String?) {
    guard !failures.isEmpty else { return }
    state.withLock { state in
      state.failures += failures
      state.failedOwners.insert(owner)
    }
  }

  /// The known issue of the scenario is none any more.
  func failAsSolved(_ failure: Failure) {
    fail([failure], owner: nil)
    state.withLock { $0.isIssueSolved = true }
  }

  func note(_ note: Note) { state.withLock { $0.notes.append(note) } }

  var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

  /// The result where the scenario is not to be run.
  var skipped: ScenarioResult {
    var result = result(storyTime: .zero, trace: Trace())
    if let reason = scenario.skip { result.verdict = .skipped(reason) }
    return result
  }

  /// The result where the scenario can't be run, or not to its end.
  func result(of error: any Error) -> ScenarioResult {
    if let stall = error as? Stall {
      giveUp(stall)
    } else {
      fail([Failure("the scenario can't be run: \(error)", at: scenario.place)], owner: nil)
    }
    return result(storyTime: .zero, trace: Trace())
  }

  /// The run's thread is blocked: the step under way fails with that.
  private func giveUp(_ stall: Stall) {
    let index = state.withLock { $0.current }
    let step = index.map { scenario.steps[$0] }
    if let index { end(step: index, .failed) }
    let place = step?.sentences.first?.place ?? scenario.place
    fail([Failure(stall.description, at: place)], owner: step?.owner)
  }

  /// The result, as far as it is known.
  func result(storyTime: Duration, trace: Trace) -> ScenarioResult {
    let state = state.withLock { $0 }
    return ScenarioResult(
      scenario: scenario, verdict: verdict(of: state),
      steps: scenario.steps.indices.map { index in
        let step = scenario.steps[index]
        return StepResult(
          text: step.text, owner: step.owner, outcome: state.outcomes[index],
          place: step.sentences.first?.place, time: state.times[index],
          shown: state.shown[index], purpose: step.purpose)
      },
      failures: state.failures, notes: state.notes, storyTime: storyTime,
      realTime: ContinuousClock.now - began, trace: trace)
  }

  private func verdict(of state: State) -> ScenarioResult.Verdict {
    if state.failedOwners.isEmpty { return .passed }
    if !state.failedOwners.contains(nil) {
      // The run of the innermost one has the steps of all of them.
      let innermost = scenario.steps.last { state.failedOwners.contains($0.owner) }
      if let owner = innermost?.owner { return .blocked(by: owner) }
    }
    if let issue = scenario.knownIssue, !state.isIssueSolved { return .knownIssue(issue) }
    return .failed
  }
}
