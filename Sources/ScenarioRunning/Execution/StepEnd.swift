import ScenarioReports

/// The state at the end of a step.
package struct StepEnd: Sendable {
  package var outcome = StepResult.Outcome.notRun
  package var time = Duration.zero
  /// The values that the app showed; empty unless they are recorded.
  package var shown: [ShownValue] = []
  /// The other values that the step compared; `nil` unless they are recorded.
  package var compared: [ShownValue]?
  /// The number of calls that the doubles had received.
  package var progress = 0
}
