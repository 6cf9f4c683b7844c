/// Inputs and expected outputs as a marble diagram, in which each column is a span of story time.
public struct Timeline: Sendable, Hashable {
  /// The content of a column in a row.
  public enum Mark: Sendable, Hashable {
    /// A value, by name.
    case value(String)
    /// `#`, unless `values` defines it otherwise: an error.
    case error
    /// `|`, unless `values` defines it otherwise: the end of the row's values.
    case end
  }

  /// One column of a row.
  public struct Cell: Sendable, Hashable {
    /// The character as written; `-` if nothing happens.
    public var character: Character

    /// The event in this column; `nil` if nothing happens, and after the first letter of a longer
    /// name.
    public var mark: Mark?

    /// The source range of the character, or of the whole text if the exact range is unknown.
    public var range: SourceRange
  }

  /// A sentence and its marbles.
  public struct Row: Sendable, Hashable {
    /// The input or the check, without data.
    public var sentence: Sentence

    /// The columns, from the start of the timeline; never empty.
    public var cells: [Cell]
  }

  /// A value that rows refer to by name.
  public struct NamedValue: Sendable, Hashable {
    /// The name: letters and digits, `#` or `|`.
    public var name: String

    /// The source range of the name.
    public var range: SourceRange

    /// The value.
    public var value: Node
  }

  /// The story time per column; greater than zero.
  public var step: Duration

  /// The values that rows refer to, in the order of the file.
  public var values: [NamedValue] = []

  /// The rows of `when`: the inputs.
  public var acts: [Row] = []

  /// The rows of `then`: the expected outputs.
  public var checks: [Row] = []

  /// All rows: those of `when`, then those of `then`.
  public var rows: [Row] { acts + checks }

  /// The number of columns of the longest row.
  public var columns: Int { rows.map(\.cells.count).max() ?? 0 }

  /// Returns the value with a name; `nil` if there is none.
  public func value(named name: String) -> NamedValue? { values.first { $0.name == name } }
}
