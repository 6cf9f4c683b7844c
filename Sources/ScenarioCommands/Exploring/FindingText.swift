import DisplayText
import ScenarioAuthoring
import ScenarioReports

/// The findings of an exploration as text for people.
struct FindingText {
  let style: TextStyle

  /// Returns a finding: its place, what goes wrong, and the scenario that shows it.
  func text(for finding: Finding) -> String {
    let location = "\(finding.path):\(finding.line)".inOneLine()
    let others =
      finding.count > 1 ? style("   in \(counted(finding.count, "variation"))", .dim) : ""
    return """
      \(style(location, .cyan)): \(finding.judge.rawValue): \(finding.change):
        \(style(finding.problem.inOneLine(), .bold))\(others)

      \(finding.scenario)

      """
  }

  /// Returns the last lines: what was tried and what was found.
  func summary(of findings: [Finding], _ counts: Exploration.Counts) -> String {
    var text =
      "\(counted(counts.variations, "variation")) of \(counted(counts.scenarios, "scenario")): "
      + (findings.isEmpty ? "nothing found" : counted(findings.count, "finding"))
    if counts.impossible > 0 {
      text += "; in \(counts.impossible), the app or the server refused a step"
    }
    if counts.notPassing > 0 {
      text += "; \(counted(counts.notPassing, "scenario")) not varied because not passed"
    }
    if counts.unwritten > 0 {
      text += "; \(counted(counts.unwritten, "scenario")) can't be varied"
    }
    if counts.untried > 0 {
      text += "; no time was left for \(counts.untried) scenarios or beginnings of them"
    }
    return text + "\n"
  }
}
