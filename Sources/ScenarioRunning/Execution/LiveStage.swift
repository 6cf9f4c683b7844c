import ScenarioKit

/// The real counterparts of a scenario's doubles in a live run.
package protocol LiveStage: Sendable {
  /// The longest time that the recording of a real server's answers waits after an act; `nil` if
  /// nothing is recorded.
  ///
  /// A recording goes on after a check that fails, because the real server answers otherwise.
  var recordingWait: Duration? { get }

  /// Whether the real server has answered all requests, and there were none since a moment.
  func isQuiet(since start: ContinuousClock.Instant) -> Bool

  /// Gives the module what it uses in place of the doubles.
  @MainActor func prepare(_ context: ScenarioContext)

  /// Called when a step begins.
  func begin(step: Int)

  /// Called after the last step.
  func end()
}
