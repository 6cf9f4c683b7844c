/// A place in a source file.
public struct Position: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int

  /// The column, from 1, counted in Unicode scalars as libyaml counts them; a tab is one column.
  public var column: Int

  /// The distance from the start of the file in bytes of UTF-8, from 0.
  public var offset: Int

  /// Creates a position from its line and column, both from 1, and its byte offset, from 0.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The first place of any file.
  public static let start = Position(line: 1, column: 1, offset: 0)

  /// Orders positions of one file from its start to its end.
  public static func < (left: Position, right: Position) -> Bool { left.offset < right.offset }
}

/// A stretch of a source file, from its first character up to, not including, its end.
public struct SourceRange: Sendable, Hashable {
  /// Where the stretch begins.
  public var start: Position

  /// The place just behind its last character.
  public var end: Position

  /// Creates a range from its start and the place just behind it.
  public init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }
}
