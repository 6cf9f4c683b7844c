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
  /// - Parameter reports: The report of each scenario, followed by those of its trials.
  package static func diagnostics(for reports: [ScenarioReport]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var hasPassed = false
    for report in reports {
      if let note = report.notes.first(where: { $0.rule == .unprovenAct }) {
        guard hasPassed, report.verdict == .passed else { continue }
        found.append(
          Diagnostic(
            note.text, at: note.location, severity: .note, rule: .unprovenAct,
            hints: ["If this should change something, correct it or add a check for the change."]))
        continue
      }
      hasPassed = report.verdict == .passed
      if report.verdict == .failed { found.append(Diagnostic(for: report)) }
    }
    return found.sortedByLocation()
  }
}

extension Diagnostic {
  /// Creates the error for a scenario that fails.
  init(for report: ScenarioReport) {
    let call = "\(CommandCall.name) run \(report.path):\(report.line)"
    let failure = report.failures.first
    self.init(
      "\"\(report.titles.last ?? "")\" fails here" + (failure.map { ": \($0.messages[0])" } ?? ""),
      at: failure?.location ?? report.location, rule: .failingScenario,
      hints: ["Run \"\(call)\" to see more."])
  }
}
