extension String {
  /// The text with its control characters made visible, but for line breaks and tabs.
  ///
  /// Formats forbid most of them, and terminals act on them: an escape character becomes `␛`, and
  /// what Unicode has no picture of becomes its number, such as `\u{FFFE}`. A carriage return is
  /// one of them, because XML would make a line break of it.
  func showingControls() -> String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      guard scalar.isUnseen else {
        text.unicodeScalars.append(scalar)
        continue
      }
      if let picture = scalar.picture {
        text.unicodeScalars.append(picture)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }

  /// The text in one line: its control characters visible, line breaks and tabs as spaces.
  func inOneLine() -> String {
    String(
      String.UnicodeScalarView(
        showingControls().unicodeScalars.map { scalar in
          switch scalar {
          case "\n", "\t", "\u{2028}", "\u{2029}": " "
          default: scalar
          }
        }))
  }

  /// The text with some of its scalars replaced.
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
  /// Whether XML 1.0 forbids or changes it, or it is a control character that nobody sees.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The character that Unicode has to show a control character.
  fileprivate var picture: Unicode.Scalar? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value)
    case 0x7F: "␡"
    default: nil
    }
  }
}
