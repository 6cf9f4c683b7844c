import ScenarioKit
import ScenarioLanguage
import Simulation

/// A timeline with planned rows.
package struct PlannedTimeline: Sendable {
  /// A row of acts.
  struct Acts: Sendable {
    var row: Timeline.Row
    /// The planned sentence; if its last parameter is the value, it has the arguments of the first
    /// value.
    var sentence: PlannedSentence
    /// The arguments by column.
    var arguments: [Int: StepDefinition.Arguments]
  }

  /// A row of expected observations.
  package struct Observed: Sendable {
    package var row: Timeline.Row
    var sentence: PlannedSentence
  }

  /// A value that an observation can be drawn with.
  struct Named: Sendable {
    var name: String
    var expected: ExpectedValue
  }

  var step: Duration
  var columns: Int
  var acts: [Acts] = []
  package var observed: [Observed] = []
  /// The values, in the order of the file.
  var values: [Named] = []

  /// The sentences of all rows.
  var sentences: [PlannedSentence] { acts.map(\.sentence) + observed.map(\.sentence) }
}

extension Timeline {
  /// The timeline's size, step and sentences in one line, without its marbles.
  var words: String {
    let parts = [acts, checks].filter { !$0.isEmpty }.map { rows in
      rows.map(\.sentence.text).joined(separator: ", ")
    }
    return "of \(columns) × \(StoryTimeText.span(step)): \(parts.joined(separator: "; "))"
  }
}
