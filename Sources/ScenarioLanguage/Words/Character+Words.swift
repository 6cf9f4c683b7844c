extension Character {
  /// Whether the character is one of `0` to `9`, and not a digit of another script.
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

extension Substring {
  /// The text without white space around it.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start }
    return start[...last]
  }
}

extension String {
  /// The text without white space around it.
  var trimmed: String { String(self[...].trimmed) }
}
