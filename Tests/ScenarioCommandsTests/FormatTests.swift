import Foundation
import ScenarioLanguage
import Synchronization
import TestSupport
import Testing

@testable import ScenarioCommands

@Suite("scenarios format")
struct FormatTests {
  private static let mangled = "story:   S\nmodule: m # why\nscenarios:\n- scenario: One\n"
  private static let formatted = """
    story: S
    module: m  # why

    scenarios:
      - scenario: One

    """

  @Test func `scenarios format rewrites and lists each file that changes`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/a.yaml": Self.mangled, "Scenarios/b.yml": Self.formatted,
      "Scenarios/fixtures/c.yaml": Self.mangled,
    ])
    let file = folder.url.appending(path: "Scenarios/a.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try await folder.call("format").expect(
      0,
      output: """
        formatted Scenarios/a.yaml
        2 files: 1 formatted, 1 unchanged

        """, errors: "")
    #expect(try folder.text(of: "Scenarios/a.yaml") == Self.formatted)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "Scenarios").path)
    #expect(names.sorted() == ["a.yaml", "b.yml", "fixtures"])
  }

  @Test
  func `scenarios format --check lists unformatted files without changing them`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/a.yaml": Self.mangled, "Scenarios/b.yaml": Self.formatted,
    ])
    try await folder.call("format", "--check").expect(
      1,
      output: """
        Scenarios/a.yaml is not formatted
        2 files: 1 not formatted, 1 formatted
        Run `scenarios format` to format them.

        """, errors: "")
    #expect(try folder.text(of: "Scenarios/a.yaml") == Self.mangled)
    try await folder.call("format", "--check", "Scenarios/b.yaml").expect(0)
  }

  @Test
  func `scenarios format skips a file with YAML errors and formats the others`() async throws {
    let broken = "story:  S\nmodule: {\n"
    let folder = try StoriesFolder([
      "Scenarios/a.yaml": broken, "Scenarios/b.yaml": Self.mangled,
    ])
    try await folder.call("format", "Scenarios", "Scenarios/../Scenarios/b.yaml").expect(
      2,
      output: """
        formatted Scenarios/b.yaml
        2 files: 1 formatted, 1 left alone

        """,
      errors: """
        Scenarios/a.yaml:2:9: error: this "{" is not closed
          2 | module: {
            |         ^
          Write "}" where the list or mapping ends.


        """)
    #expect(try folder.text(of: "Scenarios/a.yaml") == broken)
  }

  @Test func `scenarios format keeps a symbolic link and formats its target`() async throws {
    let folder = try StoriesFolder(["Stories/a.yaml": Self.mangled])
    let link = folder.url.appending(path: "link.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "Stories/a.yaml")
    try await folder.call("format", "link.yaml").expect(
      output: "formatted link.yaml\n1 file: 1 formatted\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "Stories/a.yaml")
    #expect(try folder.text(of: "link.yaml") == Self.formatted)
  }

  @Test func `scenarios format reports a file that does not exist`() async throws {
    try await StoriesFolder().call("format", "a.yaml").expect(
      2, output: "1 file: 1 left alone\n", errors: "a.yaml:1:1: error: there is no such file\n\n")
  }

  @Test func `scenarios format does not overwrite a file that changed in the meantime`() throws {
    let folder = try StoriesFolder(["a.yaml": "theirs"])
    let file = folder.url.appending(path: "a.yaml")
    #expect {
      try FileReplacement(file.path).replace(Array("ours".utf8), with: Array("formatted".utf8))
    } throws: {
      ($0 as? Diagnostic)?.message
        == "this file was changed in the meantime"
    }
    #expect(try folder.text(of: "a.yaml") == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.yaml"])
  }

  @Test func `no text of another program is lost while a file is replaced`() throws {
    let folder = try StoriesFolder(["a.yaml": "0;"])
    let file = folder.url.appending(path: "a.yaml")
    let other = OtherProgram(file)
    Thread.detachNewThread { other.run() }
    var replacements = 0
    while !other.hasEnded.load(ordering: .acquiring) {
      let old = try Data(contentsOf: file)
      do {
        try FileReplacement(file.path).replace(Array(old), with: old + Array("x".utf8))
        replacements += 1
      } catch {
        #expect(error.message == "this file was changed in the meantime")
      }
      other.attempts.add(1, ordering: .acquiringAndReleasing)
    }
    #expect(other.lost.load(ordering: .acquiring) == 0)
    #expect(replacements > OtherProgram.writes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.yaml"])
  }

  /// A program that writes a file many times, and looks whether its text is still there afterwards.
  private final class OtherProgram: Sendable {
    static let writes = Sample.number(100, whole: 1_000)

    let file: URL
    let attempts = Atomic(0)
    let lost = Atomic(0)
    let hasEnded = Atomic(false)

    init(_ file: URL) { self.file = file }

    func run() {
      for number in 1...Self.writes {
        do {
          // An editor's way: a new file takes the place of the old one.
          try Data("\(number);".utf8).write(to: file, options: .atomic)
          let before = attempts.load(ordering: .acquiring)
          while attempts.load(ordering: .acquiring) < before + 2 { sched_yield() }
          let text = try String(contentsOf: file, encoding: .utf8)
          if !text.hasPrefix("\(number);") { lost.add(1, ordering: .relaxed) }
        } catch {
          lost.add(1, ordering: .relaxed)
        }
      }
      hasEnded.store(true, ordering: .releasing)
    }
  }
}
