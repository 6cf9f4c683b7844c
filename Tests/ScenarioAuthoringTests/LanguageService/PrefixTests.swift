import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

@Suite struct PrefixTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// The stories of the sample app, the shortest first.
  static let stories = ((try? ScenariosFolder(folder.path, shownAs: "Scenarios").read()) ?? [])
    .sorted {
      ($0.file.source.bytes.count, $0.file.source.path) < (
        $1.file.source.bytes.count, $1.file.source.path
      )
    }

  @Test(arguments: Places.prefixes([0.01, 0.3, 0.6, 0.95, 1]))
  func `a prefix has only diagnostics of the whole text or of its last block`(
    path: String, lengths: [Int]
  ) throws {
    let source = try #require(Self.stories.first { $0.file.source.path == path }).file.source
    let whole = Set(StoryFile(reading: source).diagnostics.map(\.message))
    var wrong: [String] = []
    for length in lengths {
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
      wrong.isEmpty,
      "\(wrong.count) of \(lengths.count): \(wrong.prefix(10).joined(separator: "\n"))")
  }

  /// Returns the results of the whole text of a story.
  private static func results(of source: SourceFile) -> [ScenarioReport] {
    let folder = ScenariosFolder(folder.path, shownAs: "Scenarios")
    let text = String(decoding: source.bytes, as: UTF8.self)
    let story = folder.read(String(source.path.dropFirst("Scenarios/".count)), text: text)
    var reports: [ScenarioReport] = []
    Runner(contents: [.details, .shownValues]).run(
      Plan([story], vocabularies: ReaderStories.vocabularies).scenarios
    ) { reports.append($1) }
    return reports
  }

  @Test(arguments: Places.prefixes([0.7]))
  func `every question is answered at the end of each prefix`(path: String, lengths: [Int]) throws {
    let source = try #require(Self.stories.first { $0.file.source.path == path }).file.source
    let relative = String(path.dropFirst("Scenarios/".count))
    let results = Self.results(of: source)
    let service = LanguageService(folder: Self.folder.path, shownAs: "Scenarios")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    let swift = SwiftLocations(root: Self.folder.deletingLastPathComponent().path)
    var (states, answers) = (0, 0)
    for length in lengths {
      let text = String(decoding: source.bytes[..<length], as: UTF8.self)
      service.update(relative, text: text, version: length)
      service.observe(results, in: relative, version: length)
      let offset = text.utf8.count
      let line = text.utf8.count { $0 == 0x0A } + 1
      answers += service.diagnostics(of: relative, planned: nil).count
      answers += service.completions(in: relative, at: offset).all.count
      answers += service.sentences(ofScenarioAt: line, in: relative).count
      let hover = service.hover(in: relative, at: offset)?.text ?? ""
      if hover.contains("After this step") { states += 1 }
      answers += service.canObserve(relative, at: offset) ? 1 : 0
      answers += service.definition(in: relative, at: offset, swift: swift) == nil ? 0 : 1
      answers += service.references(in: relative, at: offset).count
      if service.name(in: relative, at: offset) != nil {
        answers +=
          (try? service.rename(in: relative, at: offset, to: "a", swift: swift)) == nil ? 0 : 1
      }
      answers += service.formatted(relative)?.count ?? 0
      answers += service.outline(of: relative).count
    }
    #expect(answers > 0)
    // Of phrases and examples, a half-typed scenario has no state; this story has steps of its own.
    if Places.areAll, path.hasSuffix("facts/facts.yaml") { #expect(states > 0) }
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
