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
