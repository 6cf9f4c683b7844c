extension Character {
  /// Whether the character is one of `0` to `9`, excluding digits of other scripts.
  var isASCIIDigit: Bool { self >= "0" && self <= "9" && isASCII }
}

extension Substring {
  /// The text without surrounding whitespace.
  package var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }
}

extension String {
  /// The text without surrounding whitespace.
  var trimmed: String {
    // Most texts have none, and inspecting characters is slow.
    guard !utf8.isEmpty else { return self }
    let (first, last) = (utf8[utf8.startIndex], utf8[utf8.index(before: utf8.endIndex)])
    return first.isVisible && last.isVisible ? self : String(self[...].trimmed)
  }
}
