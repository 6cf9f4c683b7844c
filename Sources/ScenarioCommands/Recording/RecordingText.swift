import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A formatter for what a recording found and wrote.
struct RecordingText {
  let style: TextStyle
  let width: Int

  /// Returns an answer that differs from the story's, with both values.
  func text(for deviation: RecordingReview.Deviation) -> String {
    let places = [deviation.location, deviation.fixture].compactMap(\.self)
    let formatter = DifferenceFormatter(width: width) { style($0, $1) }
    return "\(deviation.line)   \(style(places.joined(separator: ", "), .cyan))\n"
      + formatter.text(for: deviation.differences) + "\n"
  }

  /// Returns the lines to paste into a story, for answers that it does not have.
  func text(for stubs: [RecordedStub], of scenario: PlannedScenario) -> String {
    let lines = stubs.flatMap(\.lines).map { "  \($0)\n" }.joined()
    let line = scenario.location.range.start.line
    return "Add below \"given:\" in \(style("\(scenario.id.path):\(line)", .cyan)):\n" + lines
  }

  /// Returns the answers to write in a story in place of others.
  func text(forCorrections deviations: [RecordingReview.Deviation]) -> String {
    deviations.compactMap { deviation in
      deviation.correction.map {
        "Write this answer in \(style(deviation.location, .cyan)):\n  \($0.flowDescription)\n"
      }
    }.joined()
  }

  /// Returns a line about the number of answers that are the same and that differ; empty if the
  /// story had none.
  func summary(of review: RecordingReview, isReplaced: Bool) -> String {
    let (same, other) = (review.sameCount, review.deviations.count)
    guard other > 0 else {
      return same == 0 ? "" : style("\(counted(same, "answer")) as in the story", .green) + "\n"
    }
    let verb = other == 1 ? "differs" : "differ"
    let rest = same == 0 ? "" : ", \(same) as in the story"
    let hint =
      isReplaced
      ? "" : "To replace fixtures with the new answers, run the command again with --all.\n"
    return style("\(counted(other, "answer")) \(verb) from the story\(rest)", .red) + "\n" + hint
  }
}
