import ScenarioReports
import ScenarioRunning

extension Runner {
  /// Runs scenarios in their order, in this process.
  ///
  /// - Parameter onResult: A closure called with the index of each scenario and its result.
  package func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioReport) -> Void) {
    var shared = SharedNotes()
    for (index, scenario) in scenarios.enumerated() {
      var report = run(scenario)
      shared.settle(in: &report)
      onResult(index, report)
    }
  }
}
