import Foundation
import ScenarioLanguage
import TestSupport
import Testing

@Suite("Story files on disk")
struct OpeningTests {
  private func errors(at path: String) -> String {
    DiagnosticFormatter().format(StoryFile(path: path, shownAs: "a.yaml").diagnostics)
  }

  @Test func `a story file uses the given display path`() throws {
    let path = CaseFile("unknown keys", in: "Cases").story.path
    let file = StoryFile(path: path, shownAs: "Scenarios/unknown keys.yaml")
    #expect(file.source.path == "Scenarios/unknown keys.yaml")
    #expect(file.diagnostics.first?.location?.path == "Scenarios/unknown keys.yaml")
    #expect(file.stories.count == 1)
  }

  @Test func `a missing story file is reported as its only error`() {
    #expect(errors(at: "/nowhere/at all.yaml") == "a.yaml:1:1: error: there is no such file")
    let file = StoryFile(path: "/nowhere/at all.yaml")
    #expect(file.stories == [])
    #expect(!file.isRunnable)
  }

  @Test func `a story file above the size limit is not read completely`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID()).yaml").path
    defer { unlink(path) }
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    // A file with a hole takes no space, but reading it would take 1 TB of memory.
    try #require(truncate(path, 1 << 40) == 0)
    #expect(
      errors(at: path) == """
        a.yaml:1:1: error: this file is too large: 16 MiB is the limit
          Split it into several files.
        """)
  }

  @Test func `a folder, a device and a pipe opened as story files are reported and not read`()
    throws
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID()).yaml").path
    defer { unlink(path) }
    try #require(mkfifo(path, 0o600) == 0)
    #expect(
      [CaseFile("", in: "Cases").folder.path, "/dev/zero", path].map(errors) == [
        "a.yaml:1:1: error: this is a folder, not a file",
        "a.yaml:1:1: error: this is a device, not a file",
        "a.yaml:1:1: error: this is a pipe, not a file",
      ])
  }
}
