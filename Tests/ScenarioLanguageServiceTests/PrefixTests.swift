import Foundation
import ReaderStories
import ScenarioKit
import ScenarioLanguage
import ScenarioLanguageService
import ScenarioPlanning
import TestSupport
import Testing

@Suite struct PrefixTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  static let stories = (try? ScenariosFolder(folder.path, shownAs: "Scenarios").read()) ?? []

  /// The distance between two prefixes, in bytes; 1 if all of them are tried.
  static let step = ProcessInfo.processInfo.environment["SCENARIOS_ALL_PREFIXES"] == nil ? 61 : 1

  @Test(arguments: stories.map(\.file.source.path))
  func `a prefix has only diagnostics of the whole text or of its last block`(path: String) throws {
    let source = try #require(Self.stories.first { $0.file.source.path == path }).file.source
    let whole = Set(StoryFile(reading: source).diagnostics.map(\.message))
    var wrong: [String] = []
    var lengths = 0
    for length in stride(from: 1, to: source.bytes.count, by: Self.step) {
      lengths += 1
      let prefix = SourceFile(path: path, bytes: Array(source.bytes[..<length]))
      let text = ReadableText(of: prefix)
      guard !text.errors.isEmpty else { continue }
      let found = text.diagnostics(from: StoryFile(reading: text.readable).diagnostics)
      let last = Self.lastBlock(of: prefix)
      for diagnostic in found
      where !whole.contains(diagnostic.message) && diagnostic.line < last {
        wrong.append("\(length): line \(diagnostic.line) before \(last): \(diagnostic.message)")
      }
    }
    #expect(
      wrong.isEmpty, "\(wrong.count) of \(lengths): \(wrong.prefix(10).joined(separator: "\n"))")
  }

  /// Returns the line, from 1, on which the last line's scenario, or else key of the story, begins.
  static func lastBlock(of source: SourceFile) -> Int {
    for line in (1...source.lineStarts.count).reversed() {
      let text = source.lineText(line)
      if text.contains("- scenario:") || text.contains("- сценарий:") { return line }
      if let first = text.first, !first.isWhitespace, first != "#" { return line }
    }
    return 1
  }
}
