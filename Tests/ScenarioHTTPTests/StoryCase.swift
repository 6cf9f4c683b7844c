import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
import ScenarioRunning
import Testing

/// A story with what a terminal shows when it runs, in a file beside it.
struct StoryCase: Sendable, CustomTestStringConvertible {
  private let folder: URL

  /// The name of both files, without the extension.
  let name: String

  /// The case with a name, in a folder beside this file.
  init(_ name: String, in folder: String) {
    self.folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: folder)
    self.name = name
  }

  /// Returns the cases in a folder beside this file.
  static func all(in folder: String) -> [StoryCase] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      StoryCase(String($0.dropLast(5)), in: folder)
    }
  }

  var testDescription: String { name }

  /// Returns the plan of the story.
  ///
  /// - Parameter given: A sentence that becomes the first step of its background.
  func plan(for vocabulary: Vocabulary, given sentence: String? = nil) throws -> Plan {
    var text = try String(contentsOf: file("yaml"), encoding: .utf8)
    if let sentence {
      let list = try #require(
        text.firstRange(of: "\nbackground:\n  given:\n    - "), "the story needs such a list")
      text.replaceSubrange(list, with: "\(text[list])\(sentence)\n    - ")
    }
    let file = StoryFile(reading: SourceFile(path: "story.yaml", text: text))
    // Without the other cases, whose answers would be in hints.
    let files = folder.appending(path: "Files")
    let source = StorySource(file: file, folder: StoryFolder(story: files, root: files))
    return Plan([source], vocabularies: [vocabulary])
  }

  /// Compares what a terminal shows with the file beside the story.
  func check(_ shown: String) throws {
    // Rewrites the expected output after an intended change, for review.
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try shown.write(to: file("txt"), atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try shown == String(contentsOf: file("txt"), encoding: .utf8))
    }
  }

  private func file(_ ending: String) -> URL { folder.appending(path: "\(name).\(ending)") }
}

extension Plan {
  /// Runs the scenarios and returns the terminal output without real time.
  func run() -> String {
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    for file in brokenFiles { report.add(file) }
    var results: [Int: ScenarioReport] = [:]
    Runner().run(Selection().select(from: scenarios)) { results[$0] = $1 }
    var shown = ""
    for (_, result) in results.sorted(by: { $0.key < $1.key }) {
      shown += report.text(for: result)
    }
    return shown + report.ending(realTime: .zero).replacing("0 ms, ", with: "")
  }
}
