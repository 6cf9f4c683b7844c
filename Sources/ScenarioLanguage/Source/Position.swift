/// A place in a source file.
public struct Position: Sendable, Hashable, Comparable, Codable {
  // Every node of every story has two positions, and no file that stories are read from is so big
  // that 32 bits were too few.
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

  /// The distance from the start of the file in bytes of UTF-8, from 0.
  public var offset: Int {
    get { Int(offset32) }
    set { offset32 = Self.narrow(newValue) }
  }

  /// Creates a position from its line and column, both from 1, and its byte offset, from 0.
  ///
  /// Numbers that 32 bits can't hold become the largest that they can.
  public init(line: Int, column: Int, offset: Int) {
    line32 = Self.narrow(line)
    column32 = Self.narrow(column)
    offset32 = Self.narrow(offset)
  }

  private static func narrow(_ number: Int) -> Int32 {
    number > 0x7FFF_FFFF ? .max : number < 0 ? 0 : Int32(number)
  }

  /// The first place of any file.
  public static let start = Position(line: 1, column: 1, offset: 0)

  /// Orders positions of one file from its start to its end.
  public static func < (left: Position, right: Position) -> Bool { left.offset32 < right.offset32 }
}

/// A stretch of a source file, from its first character up to, not including, its end.
public struct SourceRange: Sendable, Hashable, Codable {
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
