import ScenarioLanguage

/// Finds checks that hold even if what was done before them is left out.
///
/// Each scenario is run once for each place where it acts and then checks, without the acts there.
/// A simulation makes that cheap, and a run of its own makes it safe: looking early changes nothing
/// for a run that counts.
package struct ActReview {
  private let runner: any ScenarioRunning

  /// Creates it.
  package init(runner: any ScenarioRunning) { self.runner = runner }

  /// The checks that hold without the acts before them, as notes, in the order of the scenarios.
  ///
  /// Only scenarios that pass have something to tell; others, and those with a known issue, are
  /// left out.
  package func notes(on scenarios: [PlannedScenario]) -> [Mistake] {
    let passed = passing(scenarios)
    let trials = zip(scenarios, passed).filter(\.1).flatMap { self.trials(of: $0.0) }
    let held = passing(trials.map(\.scenario))
    return zip(trials, held).filter(\.1).map { note(on: $0.0) }.sortedByPlace()
  }

  private func passing(_ scenarios: [PlannedScenario]) -> [Bool] {
    var passed = scenarios.map { _ in false }
    runner.run(scenarios) { index, result in passed[index] = result.verdict == .passed }
    return passed
  }

  /// A scenario without some of its acts, up to the checks behind them.
  private struct Trial {
    var scenario: PlannedScenario
    var acts: [PlannedSentence]
    var check: PlannedSentence
  }

  private func trials(of scenario: PlannedScenario) -> [Trial] {
    var trials: [Trial] = []
    let steps = scenario.steps
    var index = 0
    while index < steps.count {
      // From one check to the next: what is prepared, what is done, and what is checked then.
      let acts = steps[index...].prefix { !$0.checks }
      let checks = steps[acts.endIndex...].prefix { $0.looks }
      index = max(checks.endIndex, index + 1)
      let left = acts.filter { $0.acts && $0.stands(in: scenario) }
      guard !left.isEmpty, let check = checks.first?.sentences.first,
        checks.first?.stands(in: scenario) == true
      else { continue }
      var trial = scenario
      trial.steps =
        steps[..<acts.startIndex] + acts.filter { !$0.acts || !$0.stands(in: scenario) } + checks
      trials.append(Trial(scenario: trial, acts: left.flatMap(\.sentences), check: check))
    }
    return trials
  }

  private func note(on trial: Trial) -> Mistake {
    let texts = trial.acts.map { "\"\($0.text)\"" }
    let words =
      texts.count > 2 ? "the \(texts.count) steps before it" : texts.joined(separator: " and ")
    return Mistake(
      "what is checked from here on holds without \(words), too", at: trial.check.placeInScenario,
      severity: .note, rule: .unprovenAct,
      remedies: ["If something was meant to change, check what changes."])
  }
}

extension PlannedStep {
  /// Whether it does something to the app.
  fileprivate var acts: Bool {
    timeline == nil && sentences.contains { $0.definition.role == .act }
  }

  /// Whether it is said in the scenario itself, not in the background or a scenario around.
  fileprivate func stands(in scenario: PlannedScenario) -> Bool {
    guard let place = sentences.first?.placeInScenario.range else { return false }
    return scenario.range.start <= place.start && place.end <= scenario.range.end
  }

  /// Whether it checks and does nothing else.
  fileprivate var looks: Bool { checks && timeline == nil }
}

extension PlannedSentence {
  /// Where the scenario says it: the sentence, or the phrase that it comes from.
  fileprivate var placeInScenario: Place { phrases.first?.place ?? place }
}
