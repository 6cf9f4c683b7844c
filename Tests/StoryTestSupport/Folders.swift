import Foundation
import ScenarioKit
import TestSupport

extension TemporaryFolder {
  /// The folder in which stories look up files.
  package var stories: StoryFolder { StoryFolder(story: url, root: url) }
}

/// Runs a closure with a folder of files, and removes the folder afterwards.
package func withFolder(
  _ files: [String: String], _ body: (TemporaryFolder) async throws -> Void
) async throws {
  try await body(TemporaryFolder(files))
}

extension StoryFolder {
  /// A folder that does not exist.
  package static let none = StoryFolder(
    story: URL(filePath: "/nowhere/at/all/", directoryHint: .isDirectory),
    root: URL(filePath: "/nowhere/at/all/", directoryHint: .isDirectory))
}
