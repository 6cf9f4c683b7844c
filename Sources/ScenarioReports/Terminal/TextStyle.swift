import DisplayText
import ScenarioKit

/// The style of terminal text, with or without colours.
package struct TextStyle: Sendable {
  /// Whether text is coloured.
  package var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package typealias Look = TerminalColor

  package func callAsFunction(_ text: String, _ look: Look) -> String {
    isColored ? look(text) : text
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
    self(verdict.symbol, verdict == .passed ? .green : verdict == .failed ? .red : .yellow)
  }

  /// Returns the story time that a scenario took, after a gap; empty if it took none.
  func storyTime(of scenario: ScenarioReport) -> String {
    scenario.storyNanoseconds > 0
      ? self("   \(StoryTimeText.span(.nanoseconds(scenario.storyNanoseconds)))", .dim) : ""
  }

  /// Returns the coloured symbol of a step's outcome.
  func symbol(of outcome: StepResult.Outcome) -> String {
    self(outcome.symbol, outcome == .passed ? .green : outcome == .undefined ? .yellow : .red)
  }
}
