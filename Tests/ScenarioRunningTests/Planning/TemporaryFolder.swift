import Foundation
import ScenarioKit

/// A folder of files that exists for the duration of a test.
struct TemporaryFolder {
  let url: URL

  /// The folder in which stories look up files.
  var stories: StoryFolder { StoryFolder(story: url, root: url) }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func link(_ path: String, to destination: String) throws {
    let link = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: destination)
  }
}

/// Runs a closure with a folder of files, and removes the folder afterwards.
func withFolder(
  _ files: [String: String], _ body: (TemporaryFolder) async throws -> Void
) async throws {
  // The extra level lets a test write files next to the folder.
  let outer = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let folder = TemporaryFolder(
    url: outer.appending(path: "Scenarios", directoryHint: .isDirectory))
  try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: outer) }
  for (path, text) in files { try folder.write(text, to: path) }
  try await body(folder)
}
