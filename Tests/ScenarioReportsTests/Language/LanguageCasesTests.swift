import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

/// Tests that compare the output of each story in `Cases` with the expected terminal output.
@Suite("Language cases")
struct LanguageCasesTests {
  private static let cases = CaseFile.all(in: "Cases")

  @Test(arguments: cases)
  func `a language case prints its expected output`(file: CaseFile) throws {
    try file.expect(try Self.plan(file).terminalOutput().replacing(/\.swift:\d+/, with: ".swift"))
  }

  @Test(arguments: ["de", "es", "fr", "ru"])
  func `the same typical mistakes are tested in each language`(code: String) {
    #expect(Self.cases.count { $0.name.hasPrefix("\(code) ") } == 12)
  }

  @Test func `messages about the cases and about invalid stories have German translations`() throws
  {
    let german = try #require(StoryLanguage.named("de"))
    let files = Self.cases + CaseFile.all(in: "../../ScenarioLanguageTests/Cases")
    let texts = try files.map { try Self.plan($0).textsInEnglish(in: german) }
    // The module's own.
    let own: Set = [
      "the reader turns to page 0: there is no page 0", "there are 1 notes, not 2",
      "there are 1 notes, not 3", "there is no page 0",
    ]
    #expect(Set(texts.joined()) == own)
  }

  private static func plan(_ file: CaseFile) throws -> Plan {
    let folder = StoryFolder(story: file.folder, root: file.folder)
    let source = StorySource(
      file: StoryFile(path: file.story.path, shownAs: "story.yaml"), folder: folder)
    return Plan([source], vocabularies: [Vocabulary(of: NotebookModule.self)])
  }
}
