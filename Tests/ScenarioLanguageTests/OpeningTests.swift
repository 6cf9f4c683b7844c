import Foundation
import ScenarioLanguage
import Testing

@Suite("A story file on disk")
struct OpeningTests {
  @Test func `is read and shown with the path that was asked for`() throws {
    let path = CaseFile.folder.appendingPathComponent("unknown keys.yaml").path
    let file = StoryFile(path: path, shownAs: "Scenarios/unknown keys.yaml")
    #expect(file.source.path == "Scenarios/unknown keys.yaml")
    #expect(file.mistakes.first?.place?.path == "Scenarios/unknown keys.yaml")
    #expect(file.stories.count == 1)
  }

  @Test func `that isn't there has that as its only mistake`() {
    let file = StoryFile(path: "/nowhere/at all.yaml", shownAs: "all.yaml")
    #expect(
      DiagnosticFormatter().format(file.mistakes) == "all.yaml:1:1: error: there is no such file")
    #expect(file.stories == [])
    #expect(!file.isRunnable)
  }

  @Test func `that is a folder has that as its only mistake`() {
    let file = StoryFile(path: CaseFile.folder.path, shownAs: "Cases")
    #expect(
      DiagnosticFormatter().format(file.mistakes)
        == "Cases:1:1: error: this is a folder, not a file")
  }

  @Test func `that is too big isn't read to its end`() {
    let file = StoryFile(path: "/dev/zero", shownAs: "zero.yaml")
    #expect(
      DiagnosticFormatter().format(file.mistakes)
        == "zero.yaml:1:1: error: this file is too big: 16 MiB is the limit\n  Tell it in several files."
    )
  }
}
