import ScenarioLanguage

extension FilePlanner {
  /// Reports a scenario that does something and checks nothing.
  ///
  /// One with scenarios nested in it may only lead to them. Of one with a sentence that isn't
  /// understood nothing is known, nor of a file with mistakes, in which steps may be missing.
  mutating func reportUnchecked(_ scenario: Scenario, steps: [PlannedStep]) {
    guard file.isRunnable, scenario.scenarios.isEmpty, !scenario.steps.isEmpty,
      !steps.contains(where: \.checks),
      zip(scenario.steps, steps).allSatisfy({ $0.sentences.count == $1.sentences.count })
    else { return }
    report(
      "this scenario checks nothing", at: scenario.title.range, severity: .warning,
      rule: .checksNothing, remedies: ["Write below \"then\" what the app shows now."])
  }
}
