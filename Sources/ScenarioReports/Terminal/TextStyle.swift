import ScenarioResults
import ScenarioValues

/// The style of terminal text, with or without colours.
public struct TextStyle: Sendable {
  /// Whether text is coloured.
  public var isColored: Bool

  /// Creates a style.
  public init(isColored: Bool) { self.isColored = isColored }

  package enum Look: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case cyan = "36"
  }

  package func callAsFunction(_ text: String, _ look: Look) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a part of a difference.
  package func callAsFunction(_ text: String, _ part: DifferenceFormatter.Part) -> String {
    switch part {
    case .label, .location, .note: self(text, .dim)
    case .expected: self(text, .green)
    case .actual, .mark: self(text, .red)
    }
  }

  /// Returns the coloured symbol of a verdict.
  package func symbol(of verdict: Verdict) -> String {
    let look: Look =
      switch verdict {
      case .passed: .green
      case .failed: .red
      case .undefined, .blocked, .skipped, .knownIssue: .yellow
      }
    return self(verdict.symbol, look)
  }
}
