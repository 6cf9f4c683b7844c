import ScenarioKit
import ScenarioLanguage

extension PlannedScenario {
  /// The tag of scenarios that can run live.
  package static let liveTag = "live"

  /// Returns diagnostics for data of a file's scenarios that can't be produced in a live run; `nil`
  /// if there are none.
  ///
  /// Skipped scenarios are ignored.
  package static func liveObstacles(in scenarios: [PlannedScenario]) -> BrokenFile? {
    var found: [Diagnostic] = []
    for scenario in scenarios where scenario.skip == nil {
      let diagnostics = scenario.steps.flatMap(\.sentences).compactMap { sentence in
        (sentence.arguments.data as? any LiveCheckedData)?.liveObstacle.map {
          Diagnostic($0.text, at: sentence.location, hints: $0.advice)
        }
      }
      // A step that several scenarios share is reported once.
      found += diagnostics.filter { [found] in !found.contains($0) }
    }
    guard let first = scenarios.first, !found.isEmpty else { return nil }
    return BrokenFile(path: first.id.path, diagnostics: found)
  }
}
