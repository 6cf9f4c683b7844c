import DisplayText

/// Text for a terminal or the log of a build server, neither of which may act on what a story or an
/// app wrote.
package enum TerminalText {
  /// The codes of this package's colours, and of the end of one.
  private static let codes = Set(TerminalColor.allCases.map(\.rawValue) + ["0"])

  /// Returns a text with visible control characters, and without the commands of build servers.
  ///
  /// Line breaks and tabs stay as they are. GitHub reads a line that begins with `::` as a command,
  /// and one with `##[` anywhere in it. A space between these characters prevents that.
  ///
  /// - Parameter isColored: Whether to keep this package's own colour codes.
  package static func safe(_ text: String, isColored: Bool) -> String {
    let parts = isColored ? colored(text) : text.showingControls()
    guard mayHaveCommand(parts) else { return parts }
    return parts.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.replacing("##[", with: "# #[")
      // GitHub ignores the spaces before a command.
      guard line.drop(while: \.isWhitespace).hasPrefix("::") else { return line }
      return line.replacing("::", with: ": :", maxReplacements: 1)
    }.joined(separator: "\n")
  }

  /// Returns quickly whether a text may contain `::` or `##[`, which few texts do.
  private static func mayHaveCommand(_ text: String) -> Bool {
    var previous: UInt8 = 0
    return text.containsByte { byte in
      defer { previous = byte }
      return byte == previous && (byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#"))
    }
  }

  /// Returns a text with visible control characters, except in this package's own colour codes.
  private static func colored(_ text: String) -> String {
    let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "").showingControls()) {
      text, part in
      let code = part.prefix { $0 != "m" }
      let isColor = code.count < part.count && codes.contains(String(code))
      let rest = isColor ? String(part.dropFirst(code.count + 1)) : "\u{1B}[\(part)"
      text += (isColor ? "\u{1B}[\(code)m" : "") + rest.showingControls()
    }
  }
}
