import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
import ScenarioRunning
import Testing

/// Tests that compare the output of each story in `Cases` with the expected terminal output.
@Suite("Language cases")
struct LanguageCasesTests {
  @Test(arguments: LanguageCase.all)
  func `a language case prints its expected output`(rule: LanguageCase) async throws {
    let shown = await rule.run()
    // Rewrites the expected output after an intended change, for review.
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try shown.write(to: rule.file("txt"), atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try shown == String(contentsOf: rule.file("txt"), encoding: .utf8))
    }
  }

  @Test func `at least 60 language cases exist`() {
    #expect(LanguageCase.all.count >= 60)
  }
}

/// A story in `Cases` with its expected output beside it.
struct LanguageCase: Sendable, CustomTestStringConvertible {
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Cases")

  static let all: [LanguageCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      LanguageCase(name: String($0.dropLast(5)))
    }
  }()

  var testDescription: String { name }

  func file(_ ending: String) -> URL { Self.folder.appending(path: "\(name).\(ending)") }

  /// Runs the story and returns the terminal output without real time.
  func run() async -> String {
    let folder = StoryFolder(story: Self.folder, root: Self.folder)
    let source = StorySource(
      file: StoryFile(path: file("yaml").path, shownAs: "story.yaml"), folder: folder)
    let plan = Plan([source], vocabularies: [Vocabulary(of: NotebookModule.self)])
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    var shown = ""
    for file in plan.brokenFiles { report.add(file) }
    var results: [Int: ScenarioReport] = [:]
    Runner().run(Selection().select(from: plan.scenarios)) { results[$0] = $1 }
    for (_, result) in results.sorted(by: { $0.key < $1.key }) { shown += report.text(for: result) }
    shown += report.ending(realTime: .zero).replacing("0 ms, ", with: "")
    return shown.replacing(/\.swift:\d+/, with: ".swift")
  }
}
