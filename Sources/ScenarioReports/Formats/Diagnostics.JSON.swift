import ScenarioKit
import ScenarioLanguage

extension Diagnostics {
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
