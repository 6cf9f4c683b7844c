import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import StoryTestSupport
import TestSupport
import Testing

/// Tests that compare the output of each story in `Cases` with the expected terminal output.
@Suite("Language cases")
struct LanguageCasesTests {
  private static let cases = CaseFile.all(in: "Cases")

  @Test(arguments: cases)
  func `a language case prints its expected output`(file: CaseFile) throws {
    let folder = StoryFolder(story: file.folder, root: file.folder)
    let source = StorySource(
      file: StoryFile(path: file.story.path, shownAs: "story.yaml"), folder: folder)
    let plan = Plan([source], vocabularies: [Vocabulary(of: NotebookModule.self)])
    try file.expect(plan.terminalOutput().replacing(/\.swift:\d+/, with: ".swift"))
  }

  @Test func `at least 60 language cases exist`() {
    #expect(Self.cases.count >= 60)
  }
}
