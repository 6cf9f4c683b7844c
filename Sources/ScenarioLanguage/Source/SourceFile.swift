import Foundation

/// The text of a file, and the starts of its lines.
///
/// All locations in a file share it.
package final class SourceFile: Sendable {
  /// The path of the file as shown to people, such as `Scenarios/facts/facts.yaml`.
  package let path: String

  /// The text as stored on disk: UTF-8, unless the file is invalid.
  package let bytes: [UInt8]

  /// The byte offset of the start of each line; never empty.
  ///
  /// A line ends with LF, CR LF or CR.
  package let lineStarts: [Int]

  /// The text, with a replacement for what is no UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Creates a source file from its bytes.
  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes, self.lineStarts) = (path, bytes, SourceFile.lineStarts(of: bytes))
  }

  /// Creates a source file from its text.
  package convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Returns the text of a line, from 1, without its line break; empty if the file has no such
  /// line.
  ///
  /// Invalid UTF-8 becomes replacement characters, and a byte order mark is omitted.
  package func lineText(_ line: Int) -> String {
    lineBytes(line).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns the location of a range in this file, with the text of its first line.
  package func location(of range: SourceRange) -> Location {
    Location(in: self, range: range)
  }

  /// Returns the position of a byte; the end of the file for an offset beyond it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  package func position(atOffset offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(at: offset)
    let before = bytes[min(contentStart(ofLine: line), offset)..<offset]
    let isASCII = before.allSatisfy { $0 < 0x80 }
    let column =
      isASCII ? before.count : String(decoding: before, as: UTF8.self).unicodeScalars.count
    return Position(line: line + 1, column: column + 1, offset: offset)
  }

  /// Returns the source range of a range of bytes.
  package func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(
      start: position(atOffset: offsets.lowerBound), end: position(atOffset: offsets.upperBound))
  }

  /// Returns the bytes of a line, from 1, without its line break; `nil` if the file has no such
  /// line.
  func lineBytes(_ line: Int) -> ArraySlice<UInt8>? {
    guard lineStarts.indices.contains(line - 1) else { return nil }
    let start = contentStart(ofLine: line - 1)
    var end = lineStarts.indices.contains(line) ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    return bytes[start..<end]
  }

  /// Returns the index, from 0, of the line that contains an offset.
  package func lineIndex(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The length of the byte order mark at the start, in bytes; 0 if there is none.
  var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the offset of the text of a line, from index 0, after a byte order mark.
  func contentStart(ofLine line: Int) -> Int { line == 0 ? byteOrderMarkLength : lineStarts[line] }

  private static func lineStarts(of bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var starts = [0]
      // The average length of a line in stories.
      starts.reserveCapacity(bytes.count / 24 + 1)
      var lineFeed = bytes.firstIndex(of: .lineFeed, from: 0)
      var carriageReturn = bytes.firstIndex(of: .carriageReturn, from: 0)
      while let index = lineFeed.map({ min($0, carriageReturn ?? $0) }) ?? carriageReturn {
        // The CR of CR LF doesn't end a line of its own.
        if index == lineFeed || index + 1 != lineFeed { starts.append(index + 1) }
        if index == lineFeed { lineFeed = bytes.firstIndex(of: .lineFeed, from: index + 1) }
        if index == carriageReturn {
          carriageReturn = bytes.firstIndex(of: .carriageReturn, from: index + 1)
        }
      }
      return starts
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the first index of a byte, using `memchr`, which compares many bytes at once.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
