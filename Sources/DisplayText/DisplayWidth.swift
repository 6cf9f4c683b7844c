/// The number of terminal columns that a text occupies.
package enum DisplayWidth {
  /// Returns the number of columns of a text; a tab counts as one.
  package static func of(_ text: some StringProtocol) -> Int {
    // In printable ASCII, each byte occupies one column.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the number of columns of a character: two for wide East Asian characters and emoji,
  /// zero for a combining mark alone.
  package static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    // An emoji occupies two columns, however many scalars it consists of.
    let isPicture = scalars.contains {
      // Two regional indicators are a flag.
      $0.properties.isEmojiPresentation || $0.value == 0xFE0F || 0x1F1E6...0x1F1FF ~= $0.value
    }
    return isPicture ? 2 : scalars.reduce(0) { max($0, of($1)) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: isWide(scalar.value) ? 2 : 1
    }
  }

  /// Returns whether a scalar is wide or full-width in Unicode's table of East Asian widths.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CD5, 0x1B000...0x1B2FB,
      0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }

  /// Returns as much of a text as fits, with an ellipsis if it is truncated.
  package static func clipped(_ text: String, to width: Int) -> String {
    var (used, keep) = (0, text.startIndex)
    for index in text.indices {
      used += of(text[index])
      // One column is reserved for the ellipsis.
      if used <= width - 1 { keep = text.index(after: index) }
      if used > width { return text[..<keep] + "…" }
    }
    return text
  }

  /// Returns a text broken into lines at its spaces; a word longer than a line is on its own line.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    var (lines, used): ([String], Int) = ([], 0)
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
