import Foundation
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
  public func json() throws -> String {
    struct Report: Encodable {
      var version = 1
      var files: Int
      var diagnostics: [Item]
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
      var hints: [String]
      var proposedStep: String?
    }
    let items = diagnostics.map { diagnostic in
      let range = diagnostic.location?.range ?? SourceRange(start: .start, end: .start)
      return Item(
        file: diagnostic.location?.path ?? "", line: range.start.line, column: range.start.column,
        endLine: range.end.line, endColumn: range.end.column,
        severity: diagnostic.severity.rawValue,
        rule: diagnostic.rule.id, message: diagnostic.message, hints: diagnostic.hints,
        proposedStep: diagnostic.proposal?.code)
    }
    return try Self.encode(Report(files: fileCount, diagnostics: items))
  }

  /// Returns deterministic JSON of a value, with a final line break.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
