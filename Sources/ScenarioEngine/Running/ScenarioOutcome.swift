import Simulation

/// The message with a scenario's result, from the process that ran it to the one that planned it.
package struct ScenarioOutcome: Codable, Sendable {
  private let verdict: Verdict
  private let reason: String?
  private let outcomes: [StepResult.Outcome]
  private let failures: [Failure]
  private let notes: [Note]

  package init(_ result: ScenarioResult) {
    verdict = result.verdict
    reason = result.reason
    outcomes = result.steps.map(\.outcome)
    failures = result.failures
    notes = result.notes
  }

  /// Returns the result without times and the trace.
  package func result(of scenario: PlannedScenario) -> ScenarioResult {
    let steps = zip(scenario.steps, outcomes).map { step, outcome in
      StepResult(
        text: step.text, owner: step.owner, outcome: outcome,
        location: step.sentences.first?.location, purpose: step.purpose)
    }
    return ScenarioResult(
      scenario: Shared(scenario), verdict: verdict, reason: reason, steps: steps,
      failures: failures, notes: notes, storyTime: .zero, realTime: .zero, trace: Trace())
  }
}
