import DisplayText

/// Renders diagnostics as text: location, message, the line with the range marked, and hints.
///
/// ```
/// Scenarios/facts/facts.yaml:14:15: error: no step matches "the reader tap "Load""
///   14 |         when: the reader tap "Load"
///      |               ^~~~~~~~~~~~~~~~~~~~~
///   Did you mean: the reader taps {string}   (FactsSteps.swift:21)
/// ```
package struct DiagnosticFormatter: Sendable {
  /// Whether the text is coloured for a terminal.
  package var isColored: Bool

  /// The maximum number of columns of a source line; a longer line is cut to the part around the
  /// range.
  package var lineWidth: Int

  /// Creates a formatter; by default, without colours and with source lines of at most 100 columns.
  package init(isColored: Bool = false, lineWidth: Int = 100) {
    (self.isColored, self.lineWidth) = (isColored, max(lineWidth, 20))
  }

  /// Returns the text of several diagnostics, sorted by location, without duplicates, and with an
  /// empty line between them.
  package func format(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.sortedByLocation().map(format).joined(separator: "\n\n")
  }

  /// Returns the text of a diagnostic, without a final line break.
  package func format(_ diagnostic: Diagnostic) -> String {
    let language = diagnostic.location?.storyLanguage ?? .english
    let diagnostic = diagnostic.inLanguageOfStory
    let color: TerminalColor =
      diagnostic.isError ? .boldRed : diagnostic.severity == .warning ? .boldYellow : .boldCyan
    let location = diagnostic.location.map { paint("\($0.text.visible):", .bold) + " " } ?? ""
    // Editors find diagnostics by the severity, which therefore is in English.
    let severity = paint("\(diagnostic.severity.rawValue):", color) + " "
    var lines = [location + severity + paint(diagnostic.message.visible, .bold)]
    if let location = diagnostic.location, !location.lineText.isEmpty {
      let excerpt = Excerpt(of: location, width: lineWidth)
      let number = String(location.range.start.line)
      let margin = String(repeating: " ", count: number.count)
      lines.append("  " + paint("\(number) |", .dim) + " " + excerpt.text)
      lines.append(
        "  " + paint("\(margin) |", .dim) + " " + excerpt.indentation
          + paint(excerpt.underline, color))
    }
    lines += diagnostic.hints.map { $0.isEmpty ? "" : "  \($0.visible)" }
    if let proposal = diagnostic.proposal, proposal.isLikely {
      lines.append("  " + language.translation(of: "For a developer:"))
      lines += proposal.code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \(String($0).visible)" }
    }
    return lines.joined(separator: "\n")
  }

  private func paint(_ text: String, _ color: TerminalColor) -> String {
    isColored ? color(text) : text
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic with its message and hints in the language of the story, for people.
  package var inLanguageOfStory: Diagnostic { translated(to: location?.storyLanguage ?? .english) }

  /// Returns the diagnostic with its message and hints in a language, for people.
  package func translated(to language: StoryLanguage) -> Diagnostic {
    var diagnostic = self
    diagnostic.message = language.text(of: problem)
    diagnostic.hints = advice.map { language.text(of: $0) }
    diagnostic.messages = nil
    return diagnostic
  }

  /// The formatted text, without colours.
  public var description: String { DiagnosticFormatter().format(self) }
}

extension String {
  /// The text with symbols in place of the control characters that would affect a terminal.
  var visible: String { String(String.UnicodeScalarView(unicodeScalars.map(\.visible))) }
}

extension Unicode.Scalar {
  /// The scalar itself, or a symbol for a control character other than a tab.
  fileprivate var visible: Unicode.Scalar {
    if value == 0x09 { return self }
    return 0x80..<0xA0 ~= value || reordersText ? "\u{FFFD}" : controlPicture ?? self
  }
}
