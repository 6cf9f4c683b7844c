import Foundation
import ScenarioLanguage
import TestSupport
import Testing

@Suite("Story files on disk")
struct OpeningTests {
  @Test func `a story file uses the given display path`() throws {
    let path = CaseFile("unknown keys", in: "Cases").story.path
    let file = StoryFile(path: path, shownAs: "Scenarios/unknown keys.yaml")
    #expect(file.source.path == "Scenarios/unknown keys.yaml")
    #expect(file.diagnostics.first?.location?.path == "Scenarios/unknown keys.yaml")
    #expect(file.stories.count == 1)
  }

  @Test func `a missing story file is reported as its only error`() {
    let file = StoryFile(path: "/nowhere/at all.yaml", shownAs: "all.yaml")
    #expect(
      DiagnosticFormatter().format(file.diagnostics) == "all.yaml:1:1: error: there is no such file"
    )
    #expect(file.stories == [])
    #expect(!file.isRunnable)
  }

  @Test func `a folder opened as a story file is reported`() {
    let file = StoryFile(path: CaseFile("", in: "Cases").folder.path, shownAs: "Cases")
    #expect(
      DiagnosticFormatter().format(file.diagnostics)
        == "Cases:1:1: error: this is a folder, not a file")
  }

  @Test func `a story file above the size limit is not read completely`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID()).yaml").path
    defer { unlink(path) }
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    // A file with a hole takes no space, but reading it would take 1 TB of memory.
    try #require(truncate(path, 1 << 40) == 0)
    let file = StoryFile(path: path, shownAs: "zero.yaml")
    #expect(
      DiagnosticFormatter().format(file.diagnostics)
        == "zero.yaml:1:1: error: this file is too large: 16 MiB is the limit\n  Split it into several files."
    )
  }

  @Test func `a device and a pipe opened as story files are reported and not read`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID()).yaml").path
    defer { unlink(path) }
    try #require(mkfifo(path, 0o600) == 0)
    #expect(
      StoryFile(path: path, shownAs: "pipe.yaml").diagnostics.map(\.message)
        == ["this is a pipe, not a file"])
    #expect(
      StoryFile(path: "/dev/zero", shownAs: "zero.yaml").diagnostics.map(\.message)
        == ["this is a device, not a file"])
  }
}
