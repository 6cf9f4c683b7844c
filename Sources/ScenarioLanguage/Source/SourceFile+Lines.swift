extension SourceFile {
  /// Returns a range of the file as text.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the range of a byte's line, without its line break.
  package func lineRange(at offset: Int) -> Range<Int> {
    let line = lineBytes(lineIndex(at: offset) + 1) ?? []
    return line.startIndex..<line.endIndex
  }

  /// Returns the start of the line after that of a byte, or the end of the file.
  package func nextLine(after offset: Int) -> Int {
    let line = lineIndex(at: offset) + 1
    return line < lineStarts.count ? lineStarts[line] : bytes.count
  }

  /// Returns the length in bytes of the line break at an offset, as libyaml defines it; 0 if there
  /// is none.
  func lineBreakLength(at offset: Int) -> Int {
    switch bytes[offset] {
    case .lineFeed: 1
    case .carriageReturn: offset + 1 < bytes.count && bytes[offset + 1] == .lineFeed ? 2 : 1
    case 0xC2: bytes[offset...].starts(with: "\u{85}".utf8) ? 2 : 0
    case 0xE2: ["\u{2028}", "\u{2029}"].contains { bytes[offset...].starts(with: $0.utf8) } ? 3 : 0
    default: 0
    }
  }

  func isSpaceOrEnd(at offset: Int) -> Bool {
    offset >= bytes.count || bytes[offset].isSpaceOrTab || lineBreakLength(at: offset) > 0
  }

  /// Returns the start of the line after a text block whose last visible character is before an
  /// offset.
  func endOfBlock(endingAt offset: Int) -> Int {
    let rest = bytes[offset...].prefix(while: \.isWhiteSpace)
    if rest.endIndex == bytes.count { return bytes.count }
    return rest.lastIndex { $0 == .lineFeed || $0 == .carriageReturn }.map { $0 + 1 } ?? offset
  }
}
