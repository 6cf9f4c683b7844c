import ScenarioLanguage

extension DisplayWidth {
  /// Returns as much of a text as fits, with an ellipsis if it is truncated.
  package static func clipped(_ text: String, to width: Int) -> String {
    var used = 0
    var keep = text.startIndex
    for index in text.indices {
      used += of(text[index])
      // One column is reserved for the ellipsis.
      if used <= width - 1 { keep = text.index(after: index) }
      if used > width { return text[..<keep] + "…" }
    }
    return text
  }

  /// Returns a text broken into lines at its spaces; a word longer than a line is on its own line.
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
