extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20

  /// Whether the byte is a space or a tab.
  var isSpaceOrTab: Bool { self == .space || self == .tab }

  /// Whether the byte is a space, a tab or part of a line break.
  package var isWhiteSpace: Bool { isSpaceOrTab || self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is a visible ASCII character.
  var isVisible: Bool { self > .space && self < 0x7F }

  /// Whether the byte is a continuation byte of UTF-8.
  var isContinuation: Bool { self & 0xC0 == 0x80 }

  /// Returns the byte of an ASCII character.
  static func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }
}

extension ArraySlice<UInt8> {
  /// The bytes, besides spaces, that end a tag at the start; none end one like `!<…>`.
  var endsOfTag: [UInt8] { starts(with: "!<".utf8) ? [] : Array(",[]{}".utf8) }
}

extension [UInt8] {
  /// Returns whether all bytes from an index on are ASCII.
  func isASCII(from start: Int) -> Bool {
    withUnsafeBytes { bytes in
      // Eight at once, which also makes it quick in a debug build.
      var (all, index): (UInt64, Int) = (0, start)
      while index + 8 <= bytes.count {
        all |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < bytes.count {
        all |= UInt64(bytes[index])
        index += 1
      }
      return all & 0x8080_8080_8080_8080 == 0
    }
  }
}
