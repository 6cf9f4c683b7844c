import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning

/// Finds checks that hold even without the acts before them.
///
/// A scenario runs once for each group of acts that checks follow, without these acts. The runs are
/// simulated, so they are cheap, and they don't affect the real run.
package struct ActReview {
  private let runner: any ScenarioRunner

  /// Creates a review that runs scenarios with a runner.
  package init(runner: any ScenarioRunner) { self.runner = runner }

  /// Returns a note for each check that holds without the acts before it, a warning for each key
  /// that must be absent and that no value of its scenario had, and an error for each scenario that
  /// fails, sorted by location.
  ///
  /// Only acts of scenarios that pass are reviewed.
  package func notes(on scenarios: [PlannedScenario]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let passed = passing(scenarios) { scenario, report in
      if report.verdict == .failed { found.append(error(for: report, of: scenario)) }
      found += report.notes.filter { $0.rule == .unobservedKey }.map { note in
        Diagnostic(
          note.message, at: note.location, severity: .warning, rule: .unobservedKey)
      }
    }
    let trials = zip(scenarios, passed).filter(\.1).flatMap { self.trials(of: $0.0) }
    let held = passing(trials.map(\.scenario))
    return (found + zip(trials, held).filter(\.1).map { note(on: $0.0) }).sortedByLocation()
  }

  private func error(for report: ScenarioReport, of scenario: PlannedScenario) -> Diagnostic {
    let line = "\(report.path):\(report.line)"
    let failure = report.failures.first
    return Diagnostic(
      "\"\(report.titles.last ?? "")\" fails here"
        + (failure.map { ": \($0.message)" } ?? ""),
      at: failure?.location ?? scenario.location, rule: .failingScenario,
      hints: ["Run \"\(CommandCall.name) run \(line)\" to see more."])
  }

  private func passing(
    _ scenarios: [PlannedScenario], look: (PlannedScenario, ScenarioReport) -> Void = { _, _ in }
  ) -> [Bool] {
    var passed = scenarios.map { _ in false }
    runner.run(scenarios) { index, report in
      passed[index] = report.verdict == .passed
      look(scenarios[index], report)
    }
    return passed
  }

  /// A scenario without some of its acts, up to the checks after them.
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
      // A group of preparations and acts, and the checks after them.
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

  private func note(on trial: Trial) -> Diagnostic {
    let texts = trial.acts.map { "\"\($0.text)\"" }
    let words =
      texts.count > 2 ? "the \(texts.count) steps before it" : texts.joined(separator: " and ")
    return Diagnostic(
      "the checks from here on hold without \(words)", at: trial.check.locationInScenario,
      severity: .note, rule: .unprovenAct,
      hints: ["If these steps should change something, add a check for the change."])
  }
}

extension PlannedStep {
  /// Whether the step acts on the app.
  fileprivate var acts: Bool {
    timeline == nil && sentences.contains { $0.definition.role == .act }
  }

  /// Returns whether the step is in the scenario itself, not in the background or an outer
  /// scenario.
  fileprivate func stands(in scenario: PlannedScenario) -> Bool {
    guard let location = sentences.first?.locationInScenario.range else { return false }
    return scenario.range.start <= location.start && location.end <= scenario.range.end
  }

  /// Whether the step only checks.
  fileprivate var looks: Bool { checks && timeline == nil }
}

extension PlannedSentence {
  /// The location in the scenario: that of the sentence, or of the phrase that contains it.
  fileprivate var locationInScenario: Location { phrases.first?.location ?? location }
}
