import Foundation
import ScenarioLanguage
import Testing

/// Tests of the stories in `Cases/` and their exact diagnostics.
@Suite("Invalid stories")
struct StoryFileCasesTests {
  @Test(arguments: CaseFile.all)
  func `an invalid story produces the expected diagnostics`(file: CaseFile) throws {
    let source = SourceFile(path: "story.yaml", bytes: try file.story())
    let text = DiagnosticFormatter().format(StoryFile(reading: source).diagnostics)
    // Rewrites all expected texts after an intended change, for review.
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try (text + "\n").write(to: file.expectation, atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try text + "\n" == file.expectedDiagnostics())
    }
  }

  @Test func `at least 100 invalid stories are tested`() {
    #expect(CaseFile.all.count >= 100)
  }
}

/// A story in `Cases/`, next to a file with the text of its diagnostics.
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

  func expectedDiagnostics() throws -> String {
    try String(contentsOf: expectation, encoding: .utf8)
  }
}
