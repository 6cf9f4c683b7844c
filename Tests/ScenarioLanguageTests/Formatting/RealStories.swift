import Foundation
import ScenarioLanguage
import Testing

/// The stories of this package and those of the tests, as files to be formatted.
struct RealStory: Sendable, CustomTestStringConvertible {
  let url: URL

  var testDescription: String { url.lastPathComponent }

  var source: SourceFile {
    get throws { SourceFile(path: "story.yaml", bytes: Array(try Data(contentsOf: url))) }
  }

  /// Those in `Scenarios/`.
  static let ofThisPackage = files(
    in: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scenarios"))

  /// Those in `Cases/`, most of which have mistakes.
  static let cases = files(in: CaseFile.folder)

  private static func files(in folder: URL) -> [RealStory] {
    let names = FileManager.default.enumerator(atPath: folder.standardizedFileURL.path)?.allObjects
    return (names ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted()
      .map { RealStory(url: folder.appending(path: $0)) }
  }
}

/// Formats a text, or tells why it can't be.
func formatted(_ text: String) -> String {
  let file = FormattedStoryFile(formatting: SourceFile(path: "story.yaml", text: text))
  return file.text ?? DiagnosticFormatter().format(file.mistakes)
}
