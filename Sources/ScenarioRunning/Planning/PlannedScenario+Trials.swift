import ScenarioKit
import ScenarioLanguage
import ScenarioReports

extension PlannedScenario {
  /// The scenario without some of its acts, up to the checks after them, for each group of acts,
  /// with the note that is true if it passes.
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
    return trials
  }
}

extension PlannedStep {
  /// Whether the step acts on the app.
  fileprivate var acts: Bool {
    timeline == nil && sentences.contains { $0.definition.role == .act }
  }
}
