import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

/// Tests of the stories in `Cases/` with invalid sentences or data, and their exact diagnostics.
@Suite("Stories with invalid sentences")
struct SentenceCasesTests {
  private static let cases = CaseFile.all(in: "Cases")

  @Test(arguments: cases)
  func `a story with invalid sentences produces the expected diagnostics`(
    file: CaseFile
  ) throws {
    let text = DiagnosticFormatter().format(try Self.plan(file).errors)
      .replacing(/[A-Za-z]+\.swift:\d+/, with: "Steps.swift:1")
    try file.expect(text + "\n")
  }

  @Test func `messages about invalid sentences have German translations`() throws {
    let german = try #require(StoryLanguage.named("de"))
    let texts = try Self.cases.map { try Self.plan($0).textsInEnglish(in: german) }
    #expect(Set(texts.joined()) == [])
  }

  private static func plan(_ file: CaseFile) throws -> Plan {
    let source = SourceFile(path: "story.yaml", bytes: try file.bytes())
    return Plan(
      [StorySource(file: StoryFile(reading: source), folder: .none)],
      vocabularies: [Vocabulary(of: FactsWords.self)])
  }
}
