import DisplayText

extension String {
  /// Returns the text with control characters made visible, except line breaks and tabs.
  ///
  /// Formats forbid most control characters, and terminals interpret them. An escape character
  /// becomes `␛`. A character without a Unicode picture becomes its number, such as `\u{FFFE}`. A
  /// carriage return is also replaced, because XML would turn it into a line break.
  func showingControls() -> String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    return replacingScalars { scalar in
      guard scalar.isUnseen else { return nil }
      return scalar.controlPicture.map { String($0) }
        ?? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Returns the text on one line, with visible control characters, and spaces for line breaks and
  /// tabs.
  package func inOneLine() -> String {
    showingControls().replacingScalars { scalar in
      switch scalar {
      case "\n", "\t", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
  }

  /// The text up to its first line break.
  var firstLine: String { String(prefix { !$0.isNewline }) }

  /// Returns the text with some of its scalars replaced.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 forbids or changes the scalar, or it is a control character that is invisible
  /// or reorders the text around it.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0x09, 0x0A, 0x20..<0x7F: false
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: true
    default: reordersText
    }
  }
}
