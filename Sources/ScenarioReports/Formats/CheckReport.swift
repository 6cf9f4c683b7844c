import ScenarioKit
import ScenarioLanguage

/// The report of files that were read but not run, for people and programs.
package struct CheckReport: Sendable {
  /// The number of files that were read.
  package var fileCount: Int

  /// The diagnostics, sorted by file and location.
  package var diagnostics: [Diagnostic]

  /// Creates a report of diagnostics in any order.
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
    let parts = [Diagnostic.Severity.error, .warning, .note].compactMap { severity in
      let number = count(severity)
      return number > 0 ? language.text(of: .counted(number, severity.rawValue)) : nil
    }
    let files = Message.counted(fileCount, "file")
    return language.text(
      of: "\(files): \(parts.isEmpty ? "no problems found" : parts.joined(separator: ", "))")
  }

  /// Returns the diagnostics as JSON, for editors and scripts.
  ///
  /// ```json
  /// {
  ///   "version": 1,
  ///   "files": 1,
  ///   "diagnostics": [
  ///     {
  ///       "file": "Scenarios/facts/facts.yaml",
  ///       "line": 14, "column": 15, "endLine": 14, "endColumn": 36,
  ///       "severity": "error",
  ///       "rule": "unknown-step",
  ///       "message": "no step matches \"the reader tap \"Load\"\"",
  ///       "hints": ["Did you mean: the reader taps {string}   (FactsModule.swift:21)"],
  ///       "proposedStep": "When(\"the reader tap {string}\") { … }"
  ///     }
  ///   ]
  /// }
  /// ```
  ///
  /// Lines and columns are counted from 1, columns in Unicode scalars. An end is exclusive.
  /// `severity` is `error`, `warning` or `note`. `proposedStep` is Swift code and is present only
  /// for an unknown step. Later versions may add keys and rules; a change in the meaning of
  /// existing ones increments `version`.
  ///
  /// - Throws: An encoding error, which does not occur for these values.
  package func json() throws -> String {
    let items = diagnostics.map { diagnostic in
      let range = diagnostic.location?.range ?? SourceRange(start: .start, end: .start)
      return Value(present: [
        "file": .text(diagnostic.location?.path ?? ""), "line": .integer(Int64(range.start.line)),
        "column": .integer(Int64(range.start.column)), "endLine": .integer(Int64(range.end.line)),
        "endColumn": .integer(Int64(range.end.column)),
        "severity": .text(diagnostic.severity.rawValue), "rule": .text(diagnostic.rule.id),
        "message": .text(diagnostic.message), "hints": .texts(diagnostic.hints),
        "proposedStep": diagnostic.proposal.map { .text($0.code) },
      ])
    }
    let report: Value = [
      "version": 1, "files": .integer(Int64(fileCount)), "diagnostics": .list(items),
    ]
    return try report.json(.prettyPrinted) + "\n"
  }
}
