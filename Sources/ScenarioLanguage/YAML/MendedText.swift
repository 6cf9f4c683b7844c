/// A copy of a file's text in which lines that can't be read were changed so that what follows them
/// can.
///
/// Lines are neither added nor taken away, and a line changes only in a few ways that can be
/// undone, so every place in the copy is a place in the file.
struct MendedText: Sendable {
  /// What was done to a line; the bytes are those of the original line, from 0.
  struct LineMend: Sendable, Hashable {
    /// With how many blanks the line begins instead of its own white space; tabs behind a `-`
    /// become blanks too.
    var indentation: Int?

    /// What was put in, and in front of which byte.
    var insertion: Insertion?

    /// The byte that was replaced by a colon, or the end of the line where one was put.
    var colonAt: Int?

    /// The byte from which on the line was blanked out.
    var blankedFrom: Int?
  }

  /// Some ASCII characters that were put in front of a byte of a line.
  struct Insertion: Sendable, Hashable {
    var text: String
    var byte: Int
  }

  /// The file's text, every byte of which is part of valid UTF-8 that libyaml takes.
  let original: [UInt8]

  /// Where the lines of the original begin, the first behind a byte order mark.
  let originalLineStarts: [Int]

  /// What was done to which line, from index 0.
  private(set) var mends: [Int: LineMend] = [:]

  /// Creates a text in which nothing is mended yet.
  init(_ bytes: [UInt8], lineStarts: [Int]) {
    original = bytes
    originalLineStarts = lineStarts
  }

  /// How many lines the text has.
  var lineCount: Int { originalLineStarts.count }

  /// The bytes of a line of the original, without its line break.
  func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
    guard originalLineStarts.indices.contains(line) else { return [] }
    let start = originalLineStarts[line]
    var end = line + 1 < lineCount ? originalLineStarts[line + 1] : original.count
    while end > start, original[end - 1] == .lineFeed || original[end - 1] == .carriageReturn {
      end -= 1
    }
    return original[start..<end]
  }

  /// How many bytes of white space a line of the original begins with.
  func indentationLength(ofLine line: Int) -> Int {
    bytes(ofLine: line).prefix { $0.isBlankOrTab }.count
  }
}

// MARK: - Mending

extension MendedText {
  /// Gives a line another indentation; returns whether that changes anything.
  mutating func indent(line: Int, to columns: Int) -> Bool {
    let lead = LineShape(bytes(ofLine: line)).lead
    let isWrittenSo = !lead.contains(.tab) && indentationLength(ofLine: line) == columns
    guard mends[line]?.blankedFrom == nil, mends[line]?.indentation != columns,
      mends[line] != nil || !isWrittenSo
    else { return false }
    mends[line, default: LineMend()].indentation = columns
    return true
  }

  /// Puts some ASCII characters in front of a byte of a line; returns whether that changes
  /// anything.
  mutating func insert(_ text: String, line: Int, at byte: Int) -> Bool {
    guard mends[line]?.insertion == nil, mends[line]?.blankedFrom == nil else { return false }
    mends[line, default: LineMend()].insertion = Insertion(text: text, byte: byte)
    return true
  }

  /// Puts a colon at a byte of a line and blanks out what follows; returns whether that changes
  /// anything.
  mutating func putColon(line: Int, at byte: Int) -> Bool {
    guard mends[line]?.colonAt == nil, mends[line]?.blankedFrom == nil else { return false }
    mends[line, default: LineMend()].colonAt = byte
    mends[line]?.blankedFrom = byte
    return true
  }

  /// Blanks out a line from one of its bytes on; returns whether that changes anything.
  mutating func blank(line: Int, from byte: Int = 0) -> Bool {
    guard byte < (mends[line]?.blankedFrom ?? bytes(ofLine: line).count) else { return false }
    // A line that is blanked out as a whole says nothing by its indentation either.
    let isWhole = byte <= indentationLength(ofLine: line)
    if isWhole || (mends[line]?.colonAt ?? 0) >= byte { mends[line]?.colonAt = nil }
    if isWhole { mends[line] = nil }
    mends[line, default: LineMend()].blankedFrom = byte
    return true
  }
}

// MARK: - The text after mending

extension MendedText {
  /// The bytes of a line as they are after mending, without its line break.
  func mendedBytes(ofLine line: Int) -> [UInt8] {
    let bytes = bytes(ofLine: line)
    var result = Array(bytes)
    guard let mend = mends[line] else { return result }
    if let start = mend.blankedFrom, start < result.count {
      result.replaceSubrange(start..., with: repeatElement(.blank, count: result.count - start))
    }
    if let colon = mend.colonAt {
      result.replaceSubrange(colon..<min(colon + 1, result.count), with: [.ascii(":")])
    }
    if let insertion = mend.insertion {
      result.insert(contentsOf: insertion.text.utf8, at: min(insertion.byte, result.count))
    }
    if let columns = mend.indentation {
      let lead = LineShape(bytes).lead
      for (index, byte) in lead.enumerated() where byte == .tab { result[index] = .blank }
      let length = indentationLength(ofLine: line)
      result.replaceSubrange(..<length, with: repeatElement(.blank, count: columns))
    }
    return result
  }

  /// The byte of a line of the original that stands at a byte of the line after mending, both from
  /// 0.
  func originalByte(ofLine line: Int, mended byte: Int) -> Int {
    guard let mend = mends[line] else { return byte }
    var byte = byte
    if let columns = mend.indentation {
      // Places inside the new indentation belong to the end of the old one.
      let length = indentationLength(ofLine: line)
      byte = byte > columns ? byte - columns + length : min(byte, length)
      if byte < length { byte = length }
    }
    if let insertion = mend.insertion, byte > insertion.byte {
      byte = max(byte - insertion.text.utf8.count, insertion.byte)
    }
    return min(byte, bytes(ofLine: line).count)
  }

  /// The whole text after mending, and where its lines begin.
  func rendered() -> (bytes: [UInt8], lineStarts: [Int]) {
    guard !mends.isEmpty else { return (original, originalLineStarts) }
    var result: [UInt8] = []
    result.reserveCapacity(original.count + mends.count)
    var starts = originalLineStarts
    var copied = 0
    var shiftedLines = 0
    var shift = 0
    for line in mends.keys.sorted() {
      let bytes = bytes(ofLine: line)
      let mended = mendedBytes(ofLine: line)
      for earlier in shiftedLines...line { starts[earlier] += shift }
      shiftedLines = line + 1
      result += original[copied..<bytes.startIndex]
      result += mended
      copied = bytes.endIndex
      shift += mended.count - bytes.count
    }
    for line in shiftedLines..<starts.count { starts[line] += shift }
    result += original[copied...]
    return (result, starts)
  }
}
