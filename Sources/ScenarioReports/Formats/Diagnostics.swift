import ScenarioLanguage

/// The diagnostics of files that were read but not run, for people and programs.
package struct Diagnostics: Sendable {
  /// The number of files that were read.
  package var fileCount: Int

  /// The diagnostics, sorted by file and location.
  package var diagnostics: [Diagnostic]

  /// Creates diagnostics from a list in any order.
  package init(fileCount: Int, diagnostics: [Diagnostic]) {
    (self.fileCount, self.diagnostics) = (fileCount, diagnostics.sortedByLocation())
  }

  /// Returns the number of diagnostics with a severity.
  package func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Returns text for people: each diagnostic in the compiler's format, then the counts.
  ///
  /// - Parameters:
  ///   - style: The text style, with or without colours.
  ///   - width: The maximum line length in columns; defaults to 100.
  ///   - language: The language of the counts; defaults to English.
  package func text(
    style: TextStyle, width: Int = 100, in language: StoryLanguage = .english
  ) -> String {
    let formatter = DiagnosticFormatter(isColored: style.isColored, lineWidth: width)
    let look: TextStyle.Look = count(.error) > 0 ? .red : count(.warning) > 0 ? .yellow : .green
    let gap = diagnostics.isEmpty ? "" : "\n\n"
    return formatter.format(diagnostics) + gap + style(counts(in: language), look) + "\n"
  }

  /// Returns the counts on one line: `6 files: 1 error, 2 warnings`.
  private func counts(in language: StoryLanguage) -> String {
    let severities: [Diagnostic.Severity] = [.error, .warning, .note]
    let parts = severities.compactMap { severity in
      let number = count(severity)
      return number > 0 ? language.text(of: .counted(number, severity.rawValue)) : nil
    }
    let files = Message.counted(fileCount, "file")
    return language.text(
      of: "\(files): \(parts.isEmpty ? "no problems found" : parts.joined(separator: ", "))")
  }
}
