import Foundation
import ScenarioLanguage
import Testing

/// A converter from locations in stories to Swift Testing's, which need a path with a folder.
struct IssuePaths: Sendable {
  /// The folder that shown paths are relative to, with a slash at its end.
  let base: String

  /// Returns a location in a story in the form that Swift Testing shows: `facts.yaml:31:9`.
  func sourceLocation(of location: Location) -> SourceLocation {
    let (path, start) = (location.path, location.range.start)
    return SourceLocation(
      // Swift Testing traps if there is no folder, or if a number is below 1.
      fileID: path.contains("/") ? path : "Scenarios/\(path)",
      filePath: base + path, line: max(1, start.line), column: max(1, start.column))
  }
}
