import Foundation
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import Testing

/// Stories in `Cases/` whose sentences or data are wrong, each with what its author is told, word
/// for word.
@Suite("A story with mistakes in its sentences")
struct SentenceCasesTests {
  @Test(arguments: SentenceCase.all)
  func `tells what to write instead`(file: SentenceCase) throws {
    let source = SourceFile(path: "story.yaml", bytes: try file.story())
    let plan = Plan(
      [StorySource(file: StoryFile(reading: source), folder: .none)],
      vocabularies: [Vocabulary(of: FactsWords.self)])
    let text = DiagnosticFormatter().format(plan.brokenFiles.flatMap(\.mistakes))
      .replacing(/[A-Za-z]+\.swift:\d+/, with: "Steps.swift:1")
    #expect(try text + "\n" == file.expectedMistakes())
  }

  @Test func `is there in many kinds`() {
    #expect(SentenceCase.all.count >= 40)
  }
}

/// A story in `Cases/` with the text of its mistakes beside it.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  let name: String

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Cases")

  static let all: [SentenceCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      SentenceCase(name: String($0.dropLast(5)))
    }
  }()

  var testDescription: String { name }

  func story() throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: name + ".yaml")))
  }

  func expectedMistakes() throws -> String {
    try String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)
  }
}
