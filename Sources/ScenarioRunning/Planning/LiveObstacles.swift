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
    let sentences = scenarios.filter { $0.skip == nil }.flatMap(\.steps).flatMap(\.sentences)
    // A step that several scenarios share is reported once.
    let found = sentences.compactMap { sentence -> Diagnostic? in
      (sentence.arguments.data as? any LiveCheckedData)?.liveObstacle.map {
        Diagnostic($0.text, at: sentence.location, hints: $0.advice)
      }
    }.withoutRepeats()
    guard let first = scenarios.first, !found.isEmpty else { return nil }
    return BrokenFile(path: first.id.path, diagnostics: found)
  }
}
