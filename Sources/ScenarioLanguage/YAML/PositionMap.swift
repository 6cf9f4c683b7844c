import CYAML

/// Translates libyaml's places, counted in Unicode scalars of a mended text, to places in the file
/// as it is on disk.
struct PositionMap: Sendable {
  /// The mended text.
  let bytes: [UInt8]

  private let lineStarts: [Int]
  private let text: MendedText

  /// The length in bytes of the byte order mark, which libyaml doesn't see.
  private let markLength: Int

  /// The byte at which every `stride`-th scalar begins; `nil` where each scalar is one byte.
  private let checkpoints: [Int]?

  /// For each line, how many scalars stand before it; `nil` where each scalar is one byte.
  private let scalarsBeforeLine: [Int]?

  /// Whether lines end where libyaml thinks they do, so that it has counted them already.
  private let hasLinesOfYAML: Bool

  private static let stride = 64

  /// Creates the map of a text as it is mended so far.
  init(_ text: MendedText, byteOrderMarkLength: Int) {
    let (bytes, lineStarts) = text.rendered()
    self.text = text
    self.bytes = bytes
    self.lineStarts = lineStarts
    markLength = byteOrderMarkLength
    guard !bytes.isASCII(from: byteOrderMarkLength) else {
      (checkpoints, scalarsBeforeLine, hasLinesOfYAML) = (nil, nil, true)
      return
    }
    hasLinesOfYAML = !Self.hasOtherBreaks(bytes)
    var checkpoints: [Int] = []
    var scalarsBeforeLine: [Int] = []
    checkpoints.reserveCapacity(bytes.count / Self.stride + 1)
    scalarsBeforeLine.reserveCapacity(lineStarts.count)
    var count = 0
    var line = 0
    for index in byteOrderMarkLength..<bytes.count {
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
    self.checkpoints = checkpoints
    self.scalarsBeforeLine = scalarsBeforeLine
  }

  /// Whether a text has a line break of Unicode's that is one for libyaml only: U+0085, U+2028 or
  /// U+2029.
  private static func hasOtherBreaks(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      switch bytes[index] {
      case 0xC2: index + 1 < bytes.count && bytes[index + 1] == 0x85
      case 0xE2:
        index + 2 < bytes.count && bytes[index + 1] == 0x80
          && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
      default: false
      }
    }
  }

  /// The text that libyaml reads.
  var textWithoutMark: ArraySlice<UInt8> { bytes.dropFirst(markLength) }

  /// The byte of the mended text at which a scalar begins.
  func byte(atScalar index: Int) -> Int {
    guard let checkpoints else { return min(markLength + index, bytes.count) }
    let checkpoint = index / Self.stride
    guard checkpoint < checkpoints.count else { return bytes.count }
    return advance(checkpoints[checkpoint], by: index % Self.stride)
  }

  /// The line, from index 0, of a byte of the mended text.
  func line(ofByte byte: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= byte { low = middle } else { high = middle }
    }
    return low
  }

  /// The place in the file of a place that libyaml tells.
  func position(at mark: yaml_mark_t) -> Position {
    let (index, line, column) = (Int(mark.index), Int(mark.line), Int(mark.column))
    guard hasLinesOfYAML, line < lineStarts.count else { return position(atScalar: index) }
    if checkpoints == nil {
      return position(ofByte: min(markLength + index, bytes.count), line: line, column: column)
    }
    // Counting on from the start of a line is fastest, unless the line is long.
    let byte =
      column <= Self.stride
      ? advance(lineStarts[line], by: column) : byte(atScalar: index)
    return position(ofByte: byte, line: line, column: column)
  }

  /// The place in the file of a scalar of the mended text.
  func position(atScalar index: Int) -> Position {
    let byte = byte(atScalar: index)
    let line = line(ofByte: byte)
    let lineStart = scalarsBeforeLine.map { $0[line] } ?? (lineStarts[line] - markLength)
    return position(ofByte: byte, line: line, column: index - lineStart)
  }

  /// The place in the file of a byte of the mended text; takes time that grows with the length of
  /// the line.
  func position(ofByte byte: Int) -> Position {
    let line = line(ofByte: byte)
    let start = min(lineStarts[line], byte)
    let column = bytes[start..<byte].reduce(0) { $0 + ($1.isContinuation ? 0 : 1) }
    return position(ofByte: byte, line: line, column: column)
  }

  /// The range in the file from one place that libyaml tells to another.
  func range(_ start: yaml_mark_t, _ end: yaml_mark_t) -> SourceRange {
    let start = position(at: start)
    return SourceRange(start: start, end: max(start, position(at: end)))
  }

  /// The range in the file from one scalar of the mended text to another.
  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(start: position(atScalar: start), end: position(atScalar: max(start, end)))
  }

  private func position(ofByte byte: Int, line: Int, column: Int) -> Position {
    guard !text.mends.isEmpty else {
      return Position(line: line + 1, column: column + 1, offset: byte)
    }
    let offset = byte - lineStarts[line]
    let original = text.originalByte(ofLine: line, mended: offset)
    // What a mend puts in or takes away is ASCII, so columns shift as bytes do.
    return Position(
      line: line + 1, column: column + 1 + original - offset,
      offset: text.originalLineStarts[line] + original)
  }

  private func advance(_ start: Int, by count: Int) -> Int {
    var byte = start
    var left = count
    while left > 0, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte].isContinuation { byte += 1 }
      left -= 1
    }
    return byte
  }
}

extension PositionMap {
  /// The byte at which a line, from index 0, begins.
  func lineStart(_ line: Int) -> Int { lineStarts[line] }

  /// The bytes of a line, from index 0, without its line break.
  func lineBytes(_ line: Int) -> ArraySlice<UInt8> {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    return bytes[start..<end]
  }
}
