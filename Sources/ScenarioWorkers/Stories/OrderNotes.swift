import ScenarioReports
import ScenarioRunning

extension Note {
  /// Creates the note on a scenario that passes in a process of its own and fails after others.
  ///
  /// - Parameter predecessor: The scenario after which it fails; `nil` if it takes several.
  package init(ofPassingAlone scenario: PlannedScenario, after predecessor: PlannedScenario?) {
    let others = predecessor.map { "\"\($0.name)\"" } ?? "others"
    self.init(
      "it passes alone but fails after \(others) in the same process: the app keeps state between "
        + "scenarios", at: scenario.location)
  }
}
