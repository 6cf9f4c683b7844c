import Foundation
import ScenarioLanguage
import TestSupport
import Testing

/// A story of this package or of its tests, as a file to format.
struct RealStory: Sendable, CustomTestStringConvertible {
  let url: URL

  var testDescription: String { url.lastPathComponent }

  var source: SourceFile {
    get throws { SourceFile(path: "story.yaml", bytes: Array(try Data(contentsOf: url))) }
  }

  /// The stories in `Scenarios/`.
  static let ofThisPackage = files(
    in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scenarios"))

  /// The stories in `Cases/`, most of which have errors.
  static let cases = files(in: CaseFile("", in: "../Cases").folder.standardized)

  private static func files(in folder: URL) -> [RealStory] {
    let names = FileManager.default.enumerator(atPath: folder.standardizedFileURL.path)?.allObjects
    let stories = (names ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }
      .sorted().map { RealStory(url: folder.appending(path: $0)) }
    precondition(!stories.isEmpty, "there is no story in \(folder.path)")
    return stories
  }
}

/// Returns the formatted text, or the diagnostics if it cannot be formatted.
func formatted(_ text: String) -> String {
  let file = FormattedStoryFile(formatting: SourceFile(path: "story.yaml", text: text))
  return file.text ?? DiagnosticFormatter().format(file.diagnostics)
}
