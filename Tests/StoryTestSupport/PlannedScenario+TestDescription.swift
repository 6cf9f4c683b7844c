import ScenarioRunning
import Testing

/// A scenario as the argument of a test, which would otherwise be shown with its whole plan.
extension PlannedScenario: CustomTestStringConvertible {
  /// The file and the titles.
  public var testDescription: String { "\(id)" }
}
