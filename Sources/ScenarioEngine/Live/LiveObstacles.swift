import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage

extension LiveRunner {
  /// What keeps scenarios from running live, by file: failures that can't be made to happen on a
  /// real connection.
  ///
  /// Scenarios that are skipped are passed over.
  public static func obstacles(in scenarios: [PlannedScenario]) -> [Plan.BrokenFile] {
    var files: [Plan.BrokenFile] = []
    for scenario in scenarios where scenario.skip == nil {
      let mistakes = scenario.steps.flatMap(\.sentences).compactMap(mistake)
      guard !mistakes.isEmpty else { continue }
      if files.last?.id != scenario.id.path {
        files.append(Plan.BrokenFile(id: scenario.id.path, mistakes: []))
      }
      // A step that several scenarios share is wrong once.
      let known = files.last?.mistakes ?? []
      files[files.count - 1].mistakes += mistakes.filter { !known.contains($0) }
    }
    return files
  }

  private static func mistake(in sentence: PlannedSentence) -> Diagnostic? {
    let answers: [Answer] =
      switch sentence.arguments.data {
      case let data as AnswerData: data.answers
      case let data as FailureData: [data.answer]
      default: []
      }
    for case .failure(let failure) in answers.map(\.outcome) where !failure.canHappenLive {
      return Diagnostic(
        failure.wordsForLive, at: sentence.place, remedies: [TransportFailure.remedyForLive])
    }
    return nil
  }
}
