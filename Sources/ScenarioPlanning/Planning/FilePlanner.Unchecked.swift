import ScenarioLanguage

extension FilePlanner {
  /// Reports a scenario that acts but checks nothing.
  ///
  /// Scenarios with nested scenarios are exempt, because they may only prepare those. So are
  /// scenarios with an invalid sentence and files with errors, because some of their steps may be
  /// missing.
  mutating func reportUnchecked(_ scenario: Scenario, steps: [PlannedStep]) {
    guard file.isRunnable, scenario.scenarios.isEmpty, !scenario.steps.isEmpty,
      !steps.contains(where: \.checks),
      zip(scenario.steps, steps).allSatisfy({ $0.sentences.count == $1.sentences.count })
    else { return }
    report(
      "this scenario checks nothing", at: scenario.title.range, severity: .warning,
      rule: .checksNothing, hints: ["Below \"then\", add a check of what the app shows."])
  }

  /// Warns about expected mappings without keys, which an author may take for "nothing is shown".
  mutating func warnOfEmptyMappings(in data: Node) {
    guard data.hasEmptyMapping else { return }
    if let items = data.items {
      for item in items { warnOfEmptyMappings(in: item) }
    }
    guard let entries = data.entries else { return }
    for entry in entries { warnOfEmptyMappings(in: entry.value) }
    guard entries.isEmpty, data.ownTag == nil else { return }
    report(
      "every mapping matches {}", at: data.range, severity: .warning, rule: .emptyMapping,
      hints: ["Write \"!exactly {}\" for a mapping without keys, or \"!any\" for any value."])
  }
}
