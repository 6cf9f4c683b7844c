/// A position in a source file.
public struct Position: Sendable, Hashable, Comparable, Codable {
  // Stored in 32 bits, because every node has two positions and no story file exceeds that range.
  private var line32: Int32
  private var column32: Int32
  private var offset32: Int32

  private enum CodingKeys: String, CodingKey {
    case line32 = "line"
    case column32 = "column"
    case offset32 = "offset"
  }

  /// The line, from 1.
  public var line: Int {
    get { Int(line32) }
    set { line32 = Self.narrow(newValue) }
  }

  /// The column, from 1, counted in Unicode scalars as libyaml counts them; a tab is one column.
  public var column: Int {
    get { Int(column32) }
    set { column32 = Self.narrow(newValue) }
  }

  /// The offset from the start of the file in bytes of UTF-8, from 0.
  public var offset: Int {
    get { Int(offset32) }
    set { offset32 = Self.narrow(newValue) }
  }

  /// Creates a position from a line and a column, both from 1, and a byte offset, from 0.
  ///
  /// Numbers are clamped to the range from 0 to the largest 32-bit integer.
  package init(line: Int, column: Int, offset: Int) {
    (line32, column32, offset32) = (Self.narrow(line), Self.narrow(column), Self.narrow(offset))
  }

  private static func narrow(_ number: Int) -> Int32 {
    number > 0x7FFF_FFFF ? .max : number < 0 ? 0 : Int32(number)
  }

  /// The start of any file.
  package static let start = Position(line: 1, column: 1, offset: 0)

  /// Returns whether a position comes before another one in the same file.
  public static func < (left: Position, right: Position) -> Bool { left.offset32 < right.offset32 }
}

/// A half-open range in a source file.
public struct SourceRange: Sendable, Hashable, Codable {
  /// The position of the first character.
  public var start: Position

  /// The position after the last character.
  public var end: Position

  /// Creates a range from its start and the position after its last character.
  package init(start: Position, end: Position) { (self.start, self.end) = (start, end) }

  /// The bytes of the range, counted from the start of the file.
  package var offsets: Range<Int> { start.offset..<max(start.offset, end.offset) }

  /// The lines of the range, of which an end before a line's first character has none.
  package var lines: ClosedRange<Int> {
    start.line...max(start.line, end.column == 1 ? end.line - 1 : end.line)
  }
}
