/// Formats texts as Markdown.
package enum MarkdownText {
  /// Returns a text with its markup characters escaped.
  package static func plain(_ text: String) -> String {
    String(text.flatMap { "\\`*_[]<>#|".contains($0) ? ["\\", $0] : [$0] })
  }

  /// Returns a code span with a text of one line, which may contain backticks.
  package static func code(_ text: String) -> String {
    let fence = fence(around: text, atLeast: 1)
    let gap = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + gap + text + gap + fence
  }

  /// Returns backticks, more than a text has in a row.
  package static func fence(around text: String, atLeast count: Int) -> String {
    var (longest, length) = (0, 0)
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    return String(repeating: "`", count: max(count, longest + 1))
  }
}
