import Foundation
import ScenarioLanguage
import Testing

/// Stories in `Cases/`, each with the mistakes that are to be found in it, word for word.
@Suite("A story with mistakes")
struct StoryFileCasesTests {
  @Test(arguments: CaseFile.all)
  func `is told all of them`(file: CaseFile) throws {
    let source = SourceFile(path: "story.yaml", bytes: try file.story())
    let text = DiagnosticFormatter().format(StoryFile(reading: source).mistakes)
    // To see what has become of all of them after a change that was meant, and to read it.
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try (text + "\n").write(to: file.expectation, atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try text + "\n" == file.expectedMistakes())
    }
  }

  @Test func `is there in many kinds`() {
    #expect(CaseFile.all.count >= 100)
  }
}

/// A story in `Cases/` with the text of its mistakes beside it.
struct CaseFile: Sendable, CustomTestStringConvertible {
  let name: String

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Cases")

  static let all: [CaseFile] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      CaseFile(name: String($0.dropLast(5)))
    }
  }()

  var testDescription: String { name }

  var expectation: URL { Self.folder.appendingPathComponent(name + ".txt") }

  func story() throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appendingPathComponent(name + ".yaml")))
  }

  func expectedMistakes() throws -> String {
    try String(contentsOf: expectation, encoding: .utf8)
  }
}
