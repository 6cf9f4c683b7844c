import Foundation
import ScenarioLanguage
import Testing

/// Makes places in stories fit for Swift Testing, whose issues are at places in files of a package.
struct IssuePaths: Sendable {
  /// The folder that shown paths begin at, with a slash at its end.
  let base: String

  /// A place in a story, as Swift Testing shows it: `facts.yaml:31:9`.
  func location(of place: Place) -> SourceLocation {
    let start = place.range.start
    return location(path: place.path, line: start.line, column: start.column)
  }

  func location(path: String, line: Int, column: Int) -> SourceLocation {
    SourceLocation(
      // Swift Testing traps where there is no folder, or a number is below 1.
      fileID: path.contains("/") ? path : "Scenarios/\(path)",
      filePath: base + path, line: max(1, line), column: max(1, column))
  }
}
