import DisplayText

/// The style of terminal text, with or without colours.
package struct TextStyle: Sendable {
  /// Whether text is coloured.
  package var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package typealias Look = TerminalColor

  package func callAsFunction(_ text: String, _ look: Look) -> String {
    isColored ? look(text) : text
  }

  /// Returns the coloured symbol of a verdict.
  package func symbol(of verdict: Verdict) -> String {
    self(verdict.symbol, verdict == .passed ? .green : verdict == .failed ? .red : .yellow)
  }

  /// Returns the story time that a scenario took, after a gap; empty if it took none.
  func storyTime(of scenario: ScenarioReport) -> String {
    scenario.storyNanoseconds > 0
      ? self("   \(StoryTimeText.span(.nanoseconds(scenario.storyNanoseconds)))", .dim) : ""
  }
}

/// The lines with titles above those of scenarios in a terminal.
///
/// A story has one, and so has an enclosing scenario that has no line of its own, because it has no
/// steps or is not listed.
package struct TitleLines: Sendable {
  private let style: TextStyle
  private var story: String?
  private var shown: [String] = []

  /// Creates the lines of an empty list.
  package init(style: TextStyle) { self.style = style }

  /// Whether no scenario has a line yet.
  package var isEmpty: Bool { story == nil }

  /// Returns the lines above a scenario's own line, after which that line follows.
  ///
  /// - Parameters:
  ///   - titles: The titles of the scenario, the story's first.
  ///   - path: The path of the story's file.
  ///   - note: The text after the story's title.
  package mutating func above(_ titles: [String], in path: String, note: String) -> String {
    let titles = titles.map { $0.inOneLine() }
    let title = titles.first ?? ""
    var text = ""
    if story != path + title {
      text = (isEmpty ? "" : "\n") + style(title, .bold) + "   "
      text += style(note.inOneLine(), .dim) + "\n"
      (story, shown) = (path + title, [title])
    }
    for level in titles.indices.dropFirst().dropLast() where !shown.starts(with: titles[...level]) {
      text += String(repeating: "  ", count: level) + style(titles[level], .dim) + "\n"
    }
    shown = titles
    return text
  }

  /// Returns the indentation of a scenario's line, one level per outer scenario, so that a story
  /// reads like its file.
  package static func indentation(of titles: [String]) -> String {
    String(repeating: "  ", count: max(1, titles.count - 1))
  }
}
