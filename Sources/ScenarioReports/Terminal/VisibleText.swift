import DisplayText

extension String {
  /// Returns the text with control characters made visible, except line breaks and tabs.
  ///
  /// Formats forbid most control characters, and terminals interpret them. An escape character
  /// becomes `␛`. A character without a Unicode picture becomes its number, such as `\u{FFFE}`. A
  /// carriage return is also replaced, because XML would turn it into a line break.
  func showingControls() -> String {
    guard containsByte(where: \.mayBeUnseen), unicodeScalars.contains(where: \.isUnseen) else {
      return self
    }
    return replacingScalars { scalar in
      guard scalar.isUnseen else { return nil }
      return scalar.controlPicture.map { String($0) }
        ?? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Returns the text on one line, with visible control characters, and spaces for line breaks and
  /// tabs.
  package func inOneLine() -> String {
    let text = showingControls()
    // The other line breaks begin with 0xE2 in UTF-8. Most texts have none of these bytes.
    guard text.containsByte(where: { $0 < 0x20 || $0 == 0xE2 }) else { return text }
    let breaks: [Unicode.Scalar] = ["\n", "\t", "\u{2028}", "\u{2029}"]
    return text.replacingScalars { breaks.contains($0) ? " " : nil }
  }

  /// Returns whether a byte of the text in UTF-8 satisfies a predicate.
  ///
  /// Reports contain much text that needs no change, and its bytes are faster to read than its
  /// scalars.
  func containsByte(where predicate: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: predicate) }
      ?? utf8.contains(where: predicate)
  }

  /// The text up to its first line break.
  var firstLine: String { String(prefix { !$0.isNewline }) }

  /// Returns the text with some of its scalars replaced.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      let other = replacement(scalar)
      if let other { text += other } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

extension UInt8 {
  /// Whether a scalar whose UTF-8 form contains the byte may be unseen.
  fileprivate var mayBeUnseen: Bool { self != 0x09 && self != 0x0A && !(0x20..<0x7F ~= self) }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 forbids or changes the scalar, or it is a control character that is invisible
  /// or reorders the text around it.
  fileprivate var isUnseen: Bool {
    value != 0x09 && value != 0x0A
      && (value < 0x20 || 0x7F...0x9F ~= value || 0xFFFE...0xFFFF ~= value || reordersText)
  }
}
