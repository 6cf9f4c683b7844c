import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning

extension LiveRunner {
  /// Returns diagnostics, by file, for failures that can't be produced on a real connection.
  ///
  /// Skipped scenarios are ignored.
  public static func obstacles(in scenarios: [PlannedScenario]) -> [BrokenFile] {
    var files: [BrokenFile] = []
    for scenario in scenarios where scenario.skip == nil {
      let diagnostics = scenario.steps.flatMap(\.sentences).compactMap(diagnostic)
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

  private static func diagnostic(in sentence: PlannedSentence) -> Diagnostic? {
    let answers = (sentence.arguments.data as? any AnsweringData)?.answers ?? []
    for case .failure(let failure) in answers.map(\.outcome) where !failure.canHappenLive {
      return Diagnostic(
        failure.wordsForLive, at: sentence.location, hints: [TransportFailure.hintForLive])
    }
    return nil
  }
}
