import ScenarioLanguage

/// A file that ended the worker that planned it.
package struct PlanningDeath: Codable, Sendable, Hashable {
  /// The file's path as people see it.
  package var path: String
  package var line: Int
  package var message: String
  package var details: [String]

  /// The diagnostic at the line of the step that was planned.
  func mistake(in file: StoryFile) -> Diagnostic {
    let range = SourceRange(
      start: Position(line: max(1, line), column: 1, offset: 0),
      end: Position(line: max(1, line), column: 1, offset: 0))
    return Diagnostic(
      "\(message), while the data of this step was decoded",
      at: Place(path: path, range: range, lineText: file.source.lineText(max(1, line))),
      rule: .crash, remedies: details)
  }
}
