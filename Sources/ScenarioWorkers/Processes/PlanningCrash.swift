import ScenarioLanguage

/// A file whose planning ended a worker.
package struct PlanningCrash: Codable, Sendable, Hashable {
  /// The file's path as shown to users.
  package var path: String
  package var line: Int
  package var message: Message
  package var details: [Message]

  /// Returns the diagnostic at the line of the step that was being planned.
  func diagnostic(in file: StoryFile) -> Diagnostic {
    let starts = file.source.lineStarts
    let start = file.source.position(atOffset: starts[min(max(1, line), starts.count) - 1])
    return Diagnostic(
      "\(message), while the data of this step was decoded",
      at: file.source.location(of: SourceRange(start: start, end: start)),
      rule: .crash, hints: details)
  }
}
