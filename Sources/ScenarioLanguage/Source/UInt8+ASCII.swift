extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let blank: UInt8 = 0x20

  /// Whether the byte is a blank or a tab.
  var isBlankOrTab: Bool { self == .blank || self == .tab }

  /// Whether the byte is a blank, a tab or part of a line break.
  var isWhiteSpace: Bool { isBlankOrTab || self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is a character of ASCII that leaves a mark on paper.
  var isVisible: Bool { self > .blank && self < 0x7F }

  /// Whether the byte goes on with a scalar of UTF-8 that an earlier byte began.
  var isContinuation: Bool { self & 0xC0 == 0x80 }

  /// Creates the byte of an ASCII character.
  static func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }
}

extension [UInt8] {
  /// Whether every byte from an index on is ASCII.
  func isASCII(from start: Int) -> Bool {
    withUnsafeBufferPointer { bytes in
      // Going on to the end takes less than looking whether to stop.
      var all: UInt8 = 0
      for byte in bytes[start...] { all |= byte }
      return all < 0x80
    }
  }
}
