/// Inputs and expected outputs as a marble diagram, in which each column is a span of story time.
package struct Timeline: Sendable, Hashable {
  /// The content of a column in a row.
  package enum Mark: Sendable, Hashable {
    /// A value, by name.
    case value(String)
    /// `#`, unless `values` defines it otherwise: an error.
    case error
    /// `|`, unless `values` defines it otherwise: the end of the row's values.
    case end
  }

  /// One column of a row.
  package struct Cell: Sendable, Hashable {
    /// The character as written; `-` if nothing happens.
    package var character: Character

    /// The event in this column; `nil` if nothing happens, and after the first letter of a longer
    /// name.
    package var mark: Mark?

    /// The source range of the character, or of the whole text if the exact range is unknown.
    package var range: SourceRange
  }

  /// A sentence and its marbles.
  package struct Row: Sendable, Hashable {
    /// The input or the check, without data.
    package var sentence: Sentence

    /// The columns, from the start of the timeline; never empty.
    package var cells: [Cell]
  }

  /// The story time per column; greater than zero.
  package var step: Duration

  /// The values that rows refer to, in the order of the file.
  package var values: [NamedValue] = []

  /// The rows of `when`: the inputs.
  package var acts: [Row] = []

  /// The rows of `then`: the expected outputs.
  package var checks: [Row] = []

  /// All rows: those of `when`, then those of `then`.
  package var rows: [Row] { acts + checks }

  /// The number of columns of the longest row.
  package var columns: Int { rows.map(\.cells.count).max() ?? 0 }

  /// Returns the value with a name; `nil` if there is none.
  package func value(named name: String) -> NamedValue? { values.first { $0.name == name } }
}
