import CYAML

/// Converts libyaml's positions, which count Unicode scalars, to positions in the file.
struct PositionMap: Sendable {
  let source: SourceFile

  /// The length in bytes of the byte order mark, which is not part of libyaml's input.
  private let markLength: Int

  /// The first byte of each scalar; `nil` if each scalar is one byte.
  private let firstBytes: [Int]?

  /// For each line, the number of scalars before it; empty if each scalar is one byte.
  private let scalarsBeforeLine: [Int]

  /// Creates the map of a file whose bytes are valid UTF-8.
  init(of source: SourceFile) {
    self.source = source
    markLength = source.byteOrderMarkLength
    let (bytes, lineStarts) = (source.bytes, source.lineStarts)
    guard !bytes.isASCII(from: markLength) else {
      (firstBytes, scalarsBeforeLine) = (nil, [])
      return
    }
    var firstBytes: [Int] = []
    var scalarsBeforeLine: [Int] = []
    for index in markLength..<bytes.count {
      if scalarsBeforeLine.count < lineStarts.count, lineStarts[scalarsBeforeLine.count] <= index {
        scalarsBeforeLine.append(firstBytes.count)
      }
      if !bytes[index].isContinuation { firstBytes.append(index) }
    }
    // The lines that begin at the end of the text.
    for _ in scalarsBeforeLine.count..<lineStarts.count {
      scalarsBeforeLine.append(firstBytes.count)
    }
    self.firstBytes = firstBytes
    self.scalarsBeforeLine = scalarsBeforeLine
  }

  /// The input of libyaml.
  var textWithoutMark: ArraySlice<UInt8> { source.bytes.dropFirst(markLength) }

  /// Returns the first byte of a scalar.
  func byte(atScalar index: Int) -> Int {
    guard let firstBytes else { return min(markLength + index, source.bytes.count) }
    return index < firstBytes.count ? firstBytes[index] : source.bytes.count
  }

  /// Returns the position of a libyaml mark.
  func position(at mark: yaml_mark_t) -> Position {
    let line = Int(mark.line)
    // libyaml knows other line breaks than this file, which only texts beyond ASCII can have.
    guard firstBytes == nil, line < source.lineStarts.count else {
      return position(atScalar: Int(mark.index))
    }
    return Position(
      line: line + 1, column: Int(mark.column) + 1, offset: byte(atScalar: Int(mark.index)))
  }

  /// Returns the position of a scalar.
  func position(atScalar index: Int) -> Position {
    let byte = byte(atScalar: index)
    let line = source.lineIndex(at: byte)
    let lineStart =
      firstBytes == nil
      ? source.contentStart(ofLine: line) - markLength : scalarsBeforeLine[line]
    return Position(line: line + 1, column: index - lineStart + 1, offset: byte)
  }

  /// Returns the position of a byte.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  func position(ofByte byte: Int) -> Position {
    let line = source.lineIndex(at: byte)
    let start = min(source.contentStart(ofLine: line), byte)
    let column = source.bytes[start..<byte].reduce(0) { $0 + ($1.isContinuation ? 0 : 1) }
    return Position(line: line + 1, column: column + 1, offset: byte)
  }

  /// Returns the range from one libyaml mark to another.
  func range(_ start: yaml_mark_t, _ end: yaml_mark_t) -> SourceRange {
    let start = position(at: start)
    return SourceRange(start: start, end: max(start, position(at: end)))
  }

  /// Returns the range from one scalar to another.
  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(start: position(atScalar: start), end: position(atScalar: max(start, end)))
  }
}
