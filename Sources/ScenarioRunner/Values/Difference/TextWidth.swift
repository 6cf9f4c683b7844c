/// How many columns of a terminal a text fills.
package enum TextWidth {
  /// The columns of a text on one line.
  static func of(_ text: String) -> Int {
    // Printable ASCII is one column a byte.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a character: 2 for East Asian wide ones and emoji, 0 for combining marks on
  /// their own.
  static func of(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.value < 0x300 { return character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default:
      return 1
    }
  }

  /// As much of a text as fits, with an ellipsis where something is left out.
  package static func clipped(_ text: String, to width: Int) -> String {
    var used = 0
    var keep = text.startIndex
    for index in text.indices {
      used += of(text[index])
      // One column is kept for the ellipsis.
      if used <= width - 1 { keep = text.index(after: index) }
      if used > width { return text[..<keep] + "…" }
    }
    return text
  }

  /// A text broken into lines at its spaces; a word that is longer than a line has one of its own.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var used = 0
    for word in text.split(separator: " ") {
      let wordWidth = of(String(word))
      if let last = lines.indices.last, used + 1 + wordWidth <= width {
        lines[last] += " " + word
        used += 1 + wordWidth
      } else {
        lines.append(String(word))
        used = wordWidth
      }
    }
    return lines
  }
}
