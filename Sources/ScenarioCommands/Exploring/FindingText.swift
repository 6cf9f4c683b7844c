import DisplayText
import ScenarioAuthoring
import ScenarioReports

/// The findings of an exploration as text for people.
struct FindingText {
  let style: TextStyle

  /// Returns a finding: its place, what goes wrong, and the scenario that shows it.
  func text(for finding: Finding) -> String {
    let location = "\(finding.path):\(finding.line)".inOneLine()
    let more = finding.count > 1 ? style("   in \(counted(finding.count, "variation"))", .dim) : ""
    return """
      \(style(location, .cyan)): \(finding.judge.rawValue): \(finding.change):
        \(style(finding.problem.inOneLine(), .bold))\(more)

      \(finding.scenario)

      """
  }

  /// Returns the last lines: what was tried, what was found, and what was left out.
  func summary(of findings: [Finding], _ counts: Exploration.Counts) -> String {
    let kinds = counts.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return
      "\(counted(counts.variations, "variation")) of \(counted(counts.scenarios, "scenario")): "
      + (findings.isEmpty ? "nothing found" : counted(findings.count, "finding"))
      + (kinds.isEmpty ? "\n" : "\n  tried: \(kinds)\n")
      + omissions(in: counts).map { "  \($0)\n" }.joined()
  }

  /// Returns what was not tried, and why.
  func omissions(in counts: Exploration.Counts) -> [String] {
    let left = [
      (counts.impossible, "variation", "in which the app or the server refused a step"),
      (counts.notPassing, "scenario", "not varied: not passing"),
      (counts.exempt, "scenario", "not varied: skipped, or with a known issue"),
      (counts.fixed, "scenario", "not varied: with all acts in the background"),
      (counts.unwritten, "scenario", "not varied: with a timeline, no act or failing unchecked"),
      (counts.untried, "starting point", "for which no time was left"),
    ]
    return (counts.variations > 0 ? [] : ["nothing was tried"])
      + left.filter { $0.0 > 0 }.map { "\(counted($0.0, $0.1)) \($0.2)" }
  }
}
