import CYAML

/// Converts libyaml's positions, which count Unicode scalars, to positions in the file.
struct PositionMap: Sendable {
  let source: SourceFile

  /// The length in bytes of the byte order mark, which is not part of libyaml's input.
  private let markLength: Int

  /// The first byte of every `stride`-th scalar; `nil` if each scalar is one byte.
  private let checkpoints: [Int]?

  /// For each line, the number of scalars before it; `nil` if each scalar is one byte.
  private let scalarsBeforeLine: [Int]?

  /// Whether libyaml's line breaks are those of the file, so that its lines and columns can be
  /// used.
  private let hasLinesOfYAML: Bool

  private static let stride = 64

  /// Creates the map of a file whose bytes are valid UTF-8.
  init(of source: SourceFile) {
    (self.source, markLength) = (source, source.byteOrderMarkLength)
    let (bytes, lineStarts) = (source.bytes, source.lineStarts)
    guard !bytes.isASCII(from: markLength) else {
      (checkpoints, scalarsBeforeLine, hasLinesOfYAML) = (nil, nil, true)
      return
    }
    hasLinesOfYAML = !bytes.indices.contains { index in
      bytes[index] >= 0x80 && source.lineBreakLength(at: index) > 0
    }
    var (checkpoints, scalarsBeforeLine): ([Int], [Int]) = ([], [])
    checkpoints.reserveCapacity(bytes.count / Self.stride + 1)
    scalarsBeforeLine.reserveCapacity(lineStarts.count)
    var (count, line) = (0, 0)
    for index in markLength..<bytes.count {
      if line < lineStarts.count, lineStarts[line] <= index {
        scalarsBeforeLine.append(count)
        line += 1
      }
      guard !bytes[index].isContinuation else { continue }
      if count.isMultiple(of: Self.stride) { checkpoints.append(index) }
      count += 1
    }
    // The lines that begin at the end of the text.
    for _ in line..<lineStarts.count { scalarsBeforeLine.append(count) }
    (self.checkpoints, self.scalarsBeforeLine) = (checkpoints, scalarsBeforeLine)
  }

  /// The input of libyaml.
  var textWithoutMark: ArraySlice<UInt8> { source.bytes.dropFirst(markLength) }

  /// Returns the first byte of a scalar.
  func byte(atScalar index: Int) -> Int {
    guard let checkpoints else { return min(markLength + index, source.bytes.count) }
    let checkpoint = index / Self.stride
    guard checkpoint < checkpoints.count else { return source.bytes.count }
    return advance(checkpoints[checkpoint], by: index % Self.stride)
  }

  /// Returns the position of a libyaml mark.
  func position(at mark: yaml_mark_t) -> Position {
    let (index, line, column) = (Int(mark.index), Int(mark.line), Int(mark.column))
    guard hasLinesOfYAML, line < source.lineStarts.count else { return position(atScalar: index) }
    // Counting from the start of the line is fastest, unless the line is long.
    let byte =
      checkpoints != nil && column <= Self.stride
      ? advance(source.contentStart(ofLine: line), by: column) : self.byte(atScalar: index)
    return Position(line: line + 1, column: column + 1, offset: byte)
  }

  /// Returns the position of a scalar.
  func position(atScalar index: Int) -> Position {
    let byte = byte(atScalar: index)
    let line = source.lineIndex(at: byte)
    let lineStart = scalarsBeforeLine?[line] ?? (source.contentStart(ofLine: line) - markLength)
    return Position(line: line + 1, column: index - lineStart + 1, offset: byte)
  }

  /// Returns the range from one libyaml mark to another.
  func range(_ start: yaml_mark_t, _ end: yaml_mark_t) -> SourceRange {
    let start = position(at: start)
    return SourceRange(start: start, end: max(start, position(at: end)))
  }

  private func advance(_ start: Int, by count: Int) -> Int {
    let bytes = source.bytes
    var (byte, left) = (start, count)
    while left > 0, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte].isContinuation { byte += 1 }
      left -= 1
    }
    return byte
  }
}
