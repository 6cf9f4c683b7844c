import DisplayText
import ScenarioKit
import ScenarioLanguage

/// A timeline with planned rows.
package struct PlannedTimeline: Sendable {
  /// A row of acts or of expected observations.
  package struct Row: Sendable {
    package var row: Timeline.Row
    /// The planned sentence; if the last parameter of an act is the value, it has the arguments of
    /// the first value.
    package var sentence: PlannedSentence
    /// The arguments of acts by column.
    package var arguments: [Int: StepDefinition.Arguments] = [:]
  }

  /// A value that an observation can be drawn with.
  package typealias Named = (name: String, expected: ExpectedValue)

  package var step: Duration
  package var columns: Int
  package var acts: [Row] = []
  package var observed: [Row] = []
  /// The values, in the order of the file.
  package var values: [Named] = []

  /// The sentences of all rows.
  package var sentences: [PlannedSentence] { acts.map(\.sentence) + observed.map(\.sentence) }

  /// Returns the values that a row of observations is drawn with.
  package func expected(in observed: Row) -> [ExpectedValue] {
    let names = Set(observed.row.cells.compactMap(\.valueName))
    return values.filter { names.contains($0.name) }.map { $0.expected }
  }
}

extension Timeline {
  /// The timeline's size, step and sentences in one line, without its marbles.
  package var words: String {
    let parts = [acts, checks].filter { !$0.isEmpty }.map { rows in
      rows.map(\.sentence.text).joined(separator: ", ")
    }
    return "of \(columns) × \(StoryTimeText.span(step)): \(parts.joined(separator: "; "))"
  }
}
