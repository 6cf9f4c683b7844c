import ScenarioKit
import ScenarioLanguage
import ScenarioReports

extension PlannedScenario {
  /// The scenario without some of its acts, up to the checks after them, for each group of acts,
  /// and without each of its settings, with the note that is true if it passes.
  package var trials: [PlannedScenario] {
    var trials: [PlannedScenario] = []
    var index = 0
    while index < steps.count {
      // A group of preparations and acts, and the checks after them.
      let acts = steps.indices[index...].prefix { !steps[$0].checks }
      let checks = steps.indices[acts.endIndex...]
        .prefix { steps[$0].checks && steps[$0].timeline == nil }
      index = max(checks.endIndex, index + 1)
      let left = acts.filter { steps[$0].acts && steps[$0].sentences.first.map(wrote) == true }
      guard !left.isEmpty, let check = checks.first.flatMap({ steps[$0].sentences.first }),
        wrote(check)
      else { continue }
      let rest = (0..<checks.endIndex).filter { !left.contains($0) }
      var trial = varied(RunVariation(rest.map { .init($0) }))
      let texts = left.flatMap { steps[$0].sentences }.map { "\"\($0.text)\"" }
      let words: Message =
        texts.count > 2
        ? "the \(texts.count) steps before it" : "\(texts.joined(separator: " and "))"
      trial.note = Note(
        "the checks from here on hold without \(words)", at: check.locationInScenario,
        rule: .unprovenAct)
      trials.append(trial)
    }
    return trials + settingTrials
  }

  /// The scenario without each setting that it gives.
  private var settingTrials: [PlannedScenario] {
    // What the app reads in nested scenarios is needed there.
    guard !hasNested, steps.contains(where: \.checks) else { return [] }
    return steps.flatMap { step -> [PlannedScenario] in
      // The sentences of files have their paths as values.
      guard let sentence = step.sentences.first, sentence.definition.storesData,
        sentence.arguments.values.isEmpty, wrote(sentence),
        let entries = step.data(ofSentence: 0)?.entries.map(Array.init)
      else { return [] }
      return entries.filter { !$0.value.isNull }.map { entry in
        var trial = varied(RunVariation(given: [.value(entry.value.range, "null")]))
        trial.note = Note(
          "all checks hold without the setting \"\(entry.key.text ?? "")\", which the app may not read",
          at: sentence.locationInScenario, rule: .unprovenAct)
        return trial
      }
    }
  }
}

extension PlannedStep {
  /// Whether the step acts on the app.
  fileprivate var acts: Bool {
    timeline == nil && sentences.contains { $0.definition.role == .act }
  }
}
