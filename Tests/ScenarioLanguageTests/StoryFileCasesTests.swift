import ScenarioLanguage
import TestSupport
import Testing

/// Tests of the stories in `Cases/` and their exact diagnostics.
@Suite("Invalid stories")
struct StoryFileCasesTests {
  @Test(arguments: CaseFile.stories)
  func `an invalid story produces the expected diagnostics`(file: CaseFile) throws {
    let source = SourceFile(path: "story.yaml", bytes: try file.bytes())
    let text = DiagnosticFormatter().format(StoryFile(reading: source).diagnostics)
    try file.expect(text + "\n")
  }
}

extension CaseFile {
  /// The invalid stories.
  static let stories = all(in: "Cases")
}
