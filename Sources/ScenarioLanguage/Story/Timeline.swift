/// Inputs and expected outputs drawn one under the other: marbles, in which a column is a span of
/// story time.
public struct Timeline: Sendable, Hashable {
  /// What stands in a column of a row.
  public enum Mark: Sendable, Hashable {
    /// A value by its name.
    case value(String)
    /// `#` where `values` gives it no meaning of its own: an error.
    case error
    /// `|` where `values` gives it no meaning of its own: nothing more comes.
    case end
  }

  /// One column of a row.
  public struct Cell: Sendable, Hashable {
    /// The character as it was written; `-` where nothing happens.
    public var character: Character

    /// What happens; `nil` for nothing, and behind the first letter of a longer name.
    public var mark: Mark?

    /// Where the character stands; the whole text where that can't be told.
    public var range: SourceRange

    /// Creates a column.
    public init(_ character: Character, mark: Mark? = nil, range: SourceRange) {
      self.character = character
      self.mark = mark
      self.range = range
    }
  }

  /// A sentence and its marbles.
  public struct Row: Sendable, Hashable {
    /// What is done or looked at; without data.
    public var sentence: Sentence

    /// The columns, from the timeline's start; never empty.
    public var cells: [Cell]

    /// Creates a row.
    public init(_ sentence: Sentence, cells: [Cell]) {
      self.sentence = sentence
      self.cells = cells
    }
  }

  /// A value that rows call by a name.
  public struct NamedValue: Sendable, Hashable {
    /// The name: letters and digits, `#` or `|`.
    public var name: String

    /// Where the name stands.
    public var range: SourceRange

    /// The value.
    public var value: Node

    /// Creates a named value.
    public init(_ name: String, range: SourceRange, value: Node) {
      self.name = name
      self.range = range
      self.value = value
    }
  }

  /// How much story time a column is; more than none.
  public var step: Duration

  /// The values that rows name, in the order of the file.
  public var values: [NamedValue]

  /// The rows below `when`: what is done.
  public var acts: [Row]

  /// The rows below `then`: what is expected to be seen.
  public var checks: [Row]

  /// Creates a timeline.
  public init(step: Duration, values: [NamedValue] = [], acts: [Row] = [], checks: [Row] = []) {
    self.step = step
    self.values = values
    self.acts = acts
    self.checks = checks
  }

  /// All rows, those of `when` first.
  public var rows: [Row] { acts + checks }

  /// How many columns the longest row has.
  public var columns: Int { rows.map(\.cells.count).max() ?? 0 }

  /// The value of a name; `nil` where none is called so.
  public func value(named name: String) -> NamedValue? { values.first { $0.name == name } }
}
