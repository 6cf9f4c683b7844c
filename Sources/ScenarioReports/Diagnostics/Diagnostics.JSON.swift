import Foundation
import ScenarioLanguage

extension Diagnostics {
  /// What was found as JSON, for editors and scripts.
  ///
  /// ```json
  /// {
  ///   "version": 1,
  ///   "files": 1,
  ///   "mistakes": [
  ///     {
  ///       "file": "Scenarios/facts/facts.yaml",
  ///       "line": 14, "column": 15, "endLine": 14, "endColumn": 36,
  ///       "severity": "error",
  ///       "rule": "unknown-step",
  ///       "message": "no step matches \"the reader tap \"Load\"\"",
  ///       "remedies": ["Did you mean: the reader taps {string}   (FactsModule.swift:21)"],
  ///       "proposedStep": "When(\"the reader tap {string}\") { … }"
  ///     }
  ///   ]
  /// }
  /// ```
  ///
  /// Lines and columns count from 1, columns in Unicode scalars, and an end is the place just
  /// behind. `severity` is `error`, `warning` or `note`; `proposedStep`, Swift code, is there for
  /// an unknown step only. Later versions may add keys and rules; what would change the meaning of
  /// those there are changes `version`.
  ///
  /// - Throws: What the encoder throws, which it does for none of these values.
  public func json() throws -> String {
    struct Report: Encodable {
      var version = 1
      var files: Int
      var mistakes: [Item]
    }
    struct Item: Encodable {
      var file: String
      var line: Int
      var column: Int
      var endLine: Int
      var endColumn: Int
      var severity: String
      var rule: String
      var message: String
      var remedies: [String]
      var proposedStep: String?
    }
    let items = mistakes.map { mistake in
      let range = mistake.place?.range ?? SourceRange(start: .start, end: .start)
      return Item(
        file: mistake.place?.path ?? "", line: range.start.line, column: range.start.column,
        endLine: range.end.line, endColumn: range.end.column, severity: mistake.severity.rawValue,
        rule: mistake.rule.id, message: mistake.message, remedies: mistake.remedies,
        proposedStep: mistake.proposal?.code)
    }
    return try Self.encode(Report(files: fileCount, mistakes: items))
  }

  /// The JSON of a value, the same each time, with a line break at its end.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
