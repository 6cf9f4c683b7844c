import ScenarioKit

/// The source of the answers that an app gets over real connections.
package protocol AnswerSource: Sendable {
  /// The ends of the steps in the simulated run, whose values a live run waits for; empty without
  /// one.
  var simulated: [StepEnd] { get }

  /// The longest time that the recording of a real server's answers waits after an act; `nil` if
  /// nothing is recorded.
  ///
  /// A recording goes on after a check that fails, because the real server answers otherwise.
  var recordingWait: Duration? { get }

  /// Whether the real server has answered all requests, and there were none since a moment.
  func isQuiet(since start: ContinuousClock.Instant) -> Bool

  /// Gives the module what it uses in place of the doubles.
  @MainActor func prepare(_ context: ScenarioContext)

  /// Called when a step begins, and after the last one with the number of steps.
  func begin(step: Int)
}
