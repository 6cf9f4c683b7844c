import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// What is known of a scenario while it runs.
///
final class ScenarioProgress: Sendable {
  struct State: Sendable {
    /// How each step ended.
    var ends: [End]
    var failures: [Failure] = []
    var notes: [Note] = []
    /// The owners of the steps that failed; `nil` for one of the scenario's own.
    var failedOwners: Set<String?> = []
    /// Whether what has failed is only the expectation that something fails.
    var isIssueSolved = false
    var storyTime: Duration = .zero
  }

  /// How a step ended, when, and what the app showed then.
  struct End: Sendable {
    var outcome = StepResult.Outcome.notRun
    var time = Duration.zero
    var shown: [ShownValue] = []
  }

  private let scenario: Shared<PlannedScenario>
  private let state: Mutex<State>
  private let began = ContinuousClock.now

  init(_ scenario: Shared<PlannedScenario>) {
    self.scenario = scenario
    state = Mutex(State(ends: Array(repeating: End(), count: scenario.value.steps.count)))
  }

  func begin(step index: Int) {
    let place = scenario.value.steps[index].sentences.first?.place ?? scenario.value.place
    Activity.log?.runs(step: index, line: place.range.start.line)
  }

  func end(
    step index: Int, _ outcome: StepResult.Outcome, at time: Duration = .zero,
    shown: [ShownValue] = []
  ) {
    state.withLock { state in
      state.ends[index] = End(outcome: outcome, time: time, shown: shown)
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
    (result.verdict, result.reason) = (.skipped, scenario.value.skip)
    return result
  }

  /// The result where the scenario can't be run, or not to its end.
  func result(of error: any Error) -> ScenarioResult {
    fail([Failure("the scenario can't be run: \(error)", at: scenario.value.place)], owner: nil)
    return result(storyTime: .zero, trace: Trace())
  }

  /// Notes that the process died in a step; those before it have passed.
  func die(in index: Int?, with message: String, details: [String], at time: Duration) {
    let steps = scenario.value.steps
    let step = index.flatMap { $0 < steps.count ? steps[$0] : nil }
    for passed in 0..<min(index ?? 0, steps.count) { end(step: passed, .passed) }
    if let index, step != nil { end(step: index, .failed, at: time) }
    let place = step?.sentences.first?.place ?? scenario.value.place
    fail([Failure(message, at: place, details: details, time: time)], owner: step?.owner)
  }

  /// The result, as far as it is known.
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
    zip(scenario.steps, ends).map { step, end in
      StepResult(
        text: step.text, owner: step.owner, outcome: end.outcome,
        place: step.sentences.first?.place, time: end.time, shown: end.shown,
        purpose: step.purpose)
    }
  }

  private func verdict(of state: State) -> (Verdict, reason: String?) {
    if state.failedOwners.isEmpty { return (.passed, nil) }
    if !state.failedOwners.contains(nil) {
      // The run of the innermost one has the steps of all of them.
      let innermost = scenario.value.steps.last { state.failedOwners.contains($0.owner) }
      if let owner = innermost?.owner { return (.blocked, owner) }
    }
    if let issue = scenario.value.knownIssue, !state.isIssueSolved { return (.knownIssue, issue) }
    return (.failed, nil)
  }
}
