import ScenarioLanguage

/// A file whose planning ended a worker.
package struct PlanningCrash: Codable, Sendable, Hashable {
  /// The file's path as shown to users.
  package var path: String
  package var line: Int
  package var message: String
  package var details: [String]

  /// Returns the diagnostic at the line of the step that was being planned.
  func diagnostic(in file: StoryFile) -> Diagnostic {
    let range = SourceRange(
      start: Position(line: max(1, line), column: 1, offset: 0),
      end: Position(line: max(1, line), column: 1, offset: 0))
    return Diagnostic(
      "\(message), while the data of this step was decoded",
      at: Location(path: path, range: range, lineText: file.source.lineText(max(1, line))),
      rule: .crash, hints: [Message](verbatim: details))
  }
}
