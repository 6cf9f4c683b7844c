import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import Testing

/// Tests of the stories in `Cases/` with invalid sentences or data, and their exact diagnostics.
@Suite("Stories with invalid sentences")
struct SentenceCasesTests {
  @Test(arguments: SentenceCase.all)
  func `a story with invalid sentences produces the expected diagnostics`(
    file: SentenceCase
  ) throws {
    let source = SourceFile(path: "story.yaml", bytes: try file.story())
    let plan = Plan(
      [StorySource(file: StoryFile(reading: source), folder: .none)],
      vocabularies: [Vocabulary(of: FactsWords.self)])
    let text = DiagnosticFormatter().format(plan.errors)
      .replacing(/[A-Za-z]+\.swift:\d+/, with: "Steps.swift:1")
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try (text + "\n").write(to: file.expectation, atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try text + "\n" == String(contentsOf: file.expectation, encoding: .utf8))
    }
  }

  @Test func `at least 40 stories with invalid sentences are tested`() {
    #expect(SentenceCase.all.count >= 40)
  }
}

/// A story in `Cases/`, next to a file with the text of its diagnostics.
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

  var expectation: URL { Self.folder.appending(path: name + ".txt") }
}
