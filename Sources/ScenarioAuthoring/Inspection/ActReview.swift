import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A review of which acts the checks of a scenario need.
///
/// A scenario runs once more for each group of acts that checks follow, without these acts: a
/// trial. The runs are simulated, so they are cheap, and they don't affect the real run.
package enum ActReview {
  /// Returns the diagnostics of scenarios and their trials, sorted by location.
  ///
  /// These are a note for each check that holds without the acts before it, and an error for each
  /// scenario that fails. Only acts of scenarios that pass are reviewed.
  ///
  /// - Parameter reports: The report of each scenario, followed by those of its ``trials(of:)``.
  package static func diagnostics(for reports: [ScenarioReport]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var hasPassed = false
    for report in reports {
      if let note = report.notes.first(where: { $0.rule == .unprovenAct }) {
        guard hasPassed, report.verdict == .passed else { continue }
        found.append(
          Diagnostic(
            note.text, at: note.location, severity: .note, rule: .unprovenAct,
            hints: ["If these steps should change something, add a check for the change."]))
        continue
      }
      hasPassed = report.verdict == .passed
      if report.verdict == .failed { found.append(Diagnostic(for: report)) }
    }
    return found.sortedByLocation()
  }

  /// Returns a scenario without some of its acts, up to the checks after them, for each group of
  /// acts, with the note that is true if it passes.
  package static func trials(of scenario: PlannedScenario) -> [(PlannedScenario, Note)] {
    var trials: [(PlannedScenario, Note)] = []
    let steps = scenario.steps
    var index = 0
    while index < steps.count {
      // A group of preparations and acts, and the checks after them.
      let acts = steps[index...].prefix { !$0.checks }
      let checks = steps[acts.endIndex...].prefix { $0.checks && $0.timeline == nil }
      index = max(checks.endIndex, index + 1)
      let left = acts.filter { $0.acts && $0.stands(in: scenario) }
      guard !left.isEmpty, let check = checks.first?.sentences.first,
        checks.first?.stands(in: scenario) == true
      else { continue }
      var trial = scenario
      trial.steps =
        steps[..<acts.startIndex] + acts.filter { !$0.acts || !$0.stands(in: scenario) } + checks
      trials.append((trial, note(on: check, without: left.flatMap(\.sentences))))
    }
    return trials
  }

  /// Returns a scenario up to some of its checks, without the last act before them; `nil` if there
  /// is none.
  ///
  /// - Parameter checks: The indices of steps.
  package static func trial(
    of scenario: PlannedScenario, checking checks: ClosedRange<Int>
  ) -> PlannedScenario? {
    let act = scenario.steps[..<checks.lowerBound].lastIndex { $0.purpose == .act }
    guard let act else { return nil }
    var trial = scenario
    trial.steps = Array(scenario.steps[...checks.upperBound])
    trial.steps.remove(at: act)
    return trial
  }

  private static func note(on check: PlannedSentence, without acts: [PlannedSentence]) -> Note {
    let texts = acts.map { "\"\($0.text)\"" }
    let words: Message =
      texts.count > 2 ? "the \(texts.count) steps before it" : "\(texts.joined(separator: " and "))"
    return Note(
      "the checks from here on hold without \(words)", at: check.locationInScenario,
      rule: .unprovenAct)
  }
}

extension Diagnostic {
  /// Creates the error for a scenario that fails.
  init(for report: ScenarioReport) {
    let call = "\(CommandCall.name) run \(report.path):\(report.line)"
    let failure = report.failures.first
    self.init(
      "\"\(report.titles.last ?? "")\" fails here" + (failure.map { ": \($0.message)" } ?? ""),
      at: failure?.location ?? report.location, rule: .failingScenario,
      hints: ["Run \"\(call)\" to see more."])
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
}

extension PlannedSentence {
  /// The location in the scenario: that of the sentence, or of the phrase that contains it.
  fileprivate var locationInScenario: Location { phrases.first?.location ?? location }
}
