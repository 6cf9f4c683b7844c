import DisplayText
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports

/// A formatter for changes in stories and for the results of accepting them.
package struct AcceptanceText {
  /// The largest number of removed lines, and of added lines, that are shown.
  private static let lineLimit = 20

  let style: TextStyle
  /// The number of columns that a line may fill.
  let width: Int

  /// Returns a change as text: its location and scenario, the removed lines and the added ones.
  package func text(for change: FileAcceptance.Change) -> String {
    let location = Self.location(path: change.proposal.path, change.position)
    let indentation =
      (change.removed + change.added).filter { !$0.isEmpty }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let lines =
      lines(change.removed, mark: "-", indentation, .red)
      + lines(change.added, mark: "+", indentation, .green)
    let heading = "\(style(location, .cyan))   \(change.proposal.scenario)"
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns a line about a change that can't be accepted.
  package func text(for refusal: Acceptance.Refusal) -> String {
    let location = Self.location(path: refusal.path, refusal.position)
    return "\(style(location, .cyan)): can't be accepted: \(refusal.reason)\n"
  }

  /// Returns a line about the number of accepted changes in a file.
  package func text(forAccepting count: Int, in path: String) -> String {
    "Accepted \(counted(count, "change")) in \(path).\n"
  }

  /// Returns a line about the new result of a scenario that failed before.
  package func text(forAgain result: ScenarioReport) -> String {
    let words =
      switch result.verdict {
      case .passed: "passes now"
      case .failed: "still fails"
      case .undefined: "is undefined"
      case .blocked: "is still blocked"
      case .skipped, .knownIssue: "was left out"
      }
    return "\(style.symbol(of: result.verdict)) \(result.name) \(words)\n"
  }

  private func lines(
    _ lines: [String], mark: String, _ indentation: Int, _ look: TextStyle.Look
  ) -> [String] {
    var shown = lines.prefix(Self.lineLimit).map {
      style("  \(mark) " + DisplayWidth.clipped(String($0.dropFirst(indentation)), to: width), look)
    }
    let rest = lines.count - Self.lineLimit
    if rest > 0 { shown.append(style("  \(mark) … and \(counted(rest, "line")) more", .dim)) }
    return shown
  }

  private static func location(path: String, _ position: Position) -> String {
    "\(path):\(position.line):\(position.column)"
  }
}
