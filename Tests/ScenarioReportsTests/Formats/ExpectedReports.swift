import Foundation
import TestSupport

/// Expects a report to have the text of a file in `Expected`.
func expect(_ text: String, toBeIn name: String) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  try expectText(text, toBeIn: folder.appending(path: "Expected").appending(path: name))
}
