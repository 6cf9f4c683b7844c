import ScenarioKit
import ScenarioLanguage

extension PlannedScenario {
  /// The tag of scenarios that can run live.
  package static let liveTag = "live"

  /// Returns diagnostics, by file, for data that can't be produced in a live run.
  ///
  /// Skipped scenarios are ignored.
  package static func liveObstacles(in scenarios: [PlannedScenario]) -> [BrokenFile] {
    var files: [BrokenFile] = []
    for scenario in scenarios where scenario.skip == nil {
      let diagnostics = scenario.steps.flatMap(\.sentences).compactMap(\.liveObstacle)
      guard !diagnostics.isEmpty else { continue }
      if files.last?.path != scenario.id.path {
        files.append(BrokenFile(path: scenario.id.path, diagnostics: []))
      }
      // A step that several scenarios share is reported once.
      let known = files.last?.diagnostics ?? []
      files[files.count - 1].diagnostics += diagnostics.filter { !known.contains($0) }
    }
    return files
  }
}

extension PlannedSentence {
  fileprivate var liveObstacle: Diagnostic? {
    (arguments.data as? any LiveCheckedData)?.liveObstacle.map {
      Diagnostic($0.text, at: location, hints: $0.advice)
    }
  }
}
