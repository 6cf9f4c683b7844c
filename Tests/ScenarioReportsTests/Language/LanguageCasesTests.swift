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

  @Test func `at least 60 language cases exist, and ten of typical mistakes in each language`() {
    #expect(Self.cases.count >= 60)
    for code in ["de", "es", "fr", "ru"] {
      #expect(Self.cases.count { $0.name.hasPrefix("\(code) ") } == 10)
    }
  }

  /// The list shrinks with each translation; `WRITE_CASES=1` writes it anew.
  @Test func `messages that have no translation yet are listed, and are shown in English`() throws {
    let german = try #require(StoryLanguage(code: "de"))
    let files = Self.cases + CaseFile.all(in: "../../ScenarioLanguageTests/Cases")
    let diagnostics = files.flatMap { file in
      let folder = StoryFolder(story: file.folder, root: file.folder)
      let source = StorySource(
        file: StoryFile(path: file.story.path, shownAs: "story.yaml"), folder: folder)
      return Plan([source], vocabularies: [Vocabulary(of: NotebookModule.self)])
        .brokenFiles.flatMap(\.diagnostics)
    }
    let messages = diagnostics.map(\.message)
    let translated = messages.count { german.translation(of: $0) != $0 }
    // Of what authors do wrong most often, most is translated.
    #expect(translated * 100 > messages.count * 75, "\(translated) of \(messages.count)")
    let missing = Set(
      messages.filter { german.translation(of: $0) == $0 }
        .map { $0.replacing(/"[^"]*"/, with: "\"…\"").replacing(/\d+/, with: "1") })
    try expectText(
      missing.sorted().map { $0 + "\n" }.joined(),
      toBeIn: CaseFile("untranslated messages", in: "Cases").folder
        .appending(path: "untranslated messages.txt"))
  }
}
