import ScenarioAuthoring
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioResults

/// Changes of stories as text for people.
package struct AcceptanceText {
  /// How many lines are shown of what goes, and of what comes.
  private static let lineLimit = 20

  private let style: TextStyle
  private let width: Int

  /// Creates it.
  ///
  /// - Parameters:
  ///   - style: With colours or without.
  ///   - width: How many columns a line may fill; 100 unless given.
  package init(style: TextStyle, width: Int = 100) {
    self.style = style
    self.width = width
  }

  /// A change: its place and scenario, the lines that go and those that come.
  package func text(for change: FileAcceptance.Change) -> String {
    let place = Self.place(path: change.proposal.path, change.position)
    let indentation =
      (change.removed + change.added).filter { !$0.isEmpty }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let lines =
      lines(change.removed, mark: "-", indentation, .red)
      + lines(change.added, mark: "+", indentation, .green)
    let heading = "\(style(place, .cyan))   \(change.proposal.scenario)"
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// Something that can't be accepted, in a line.
  package func text(for refusal: Acceptance.Refusal) -> String {
    let place = Self.place(path: refusal.path, refusal.position)
    return "\(style(place, .cyan)): can't be accepted: \(refusal.reason)\n"
  }

  /// What was accepted in a file, in a line.
  package func text(forAccepting count: Int, in path: String) -> String {
    "Accepted \(Summary.count(count, "change")) in \(path).\n"
  }

  /// What has become of a scenario that had failed, in a line.
  package func text(forAgain result: ScenarioResult) -> String {
    let mark: String
    let words: String
    switch result.verdict {
    case .passed: (mark, words) = (style("✔", .green), "passes now")
    case .failed: (mark, words) = (style("✘", .red), "still fails")
    case .blocked: (mark, words) = (style("○", .yellow), "is still blocked")
    case .skipped, .knownIssue: (mark, words) = (style("↷", .yellow), "was left out")
    }
    return "\(mark) \(result.scenario.name) \(words)\n"
  }

  private func lines(
    _ lines: [String], mark: String, _ indentation: Int, _ look: TextStyle.Look
  ) -> [String] {
    var shown = lines.prefix(Self.lineLimit).map { line in
      style(
        "  \(mark) " + DisplayWidth.clipped(String(line.dropFirst(indentation)), to: width), look)
    }
    let rest = lines.count - Self.lineLimit
    if rest > 0 { shown.append(style("  \(mark) … and \(Summary.count(rest, "line")) more", .dim)) }
    return shown
  }

  private static func place(path: String, _ position: Position) -> String {
    "\(path):\(position.line):\(position.column)"
  }
}
