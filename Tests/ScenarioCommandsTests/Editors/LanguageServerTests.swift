import Foundation
import TestSupport
import Testing

@Suite("scenarios language-server", .timeLimit(.minutes(10)))
struct LanguageServerTests {
  private static let editors = URL(filePath: #filePath).deletingLastPathComponent()

  private static let hasNeovim =
    Sample.isInCI
    || (try? FinishedProcess(of: "nvim", ["--version"]).status) == 0

  static func talk(in folder: URL, _ arguments: String...) async throws -> FinishedProcess {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", editors.appending(path: "language_server.py").path]
      + [CommandLineCall.executable.path, folder.path] + arguments
    return try await FinishedProcess(process)
  }

  private static var samples: URL {
    editors.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  @Test(arguments: ["ScenarioLanguageTests", "ScenarioRunningTests/Planning"])
  func `an editor shows the diagnostics of check`(target: String) async throws {
    let folder = try StoriesFolder()
    try FileManager.default.copyItem(
      at: Self.samples.appending(path: "Tests/\(target)/Cases"),
      to: folder.url.appending(path: "Scenarios"))
    let call = try await Self.talk(in: folder.url, "check")
    #expect(call.output == "0 different\n")
    #expect(call.errors == "")
  }

  @Test func `every request is answered for prefixes of all stories`() async throws {
    let call = try await Self.talk(
      in: Self.samples, "prefixes", Sample.number("7993", whole: "997", everything: "1"))
    #expect(call.output.hasSuffix(" prefixes\n"))
    #expect(call.errors == "")
  }

  @Test func `a language server survives damaged messages`() async throws {
    let folder = try StoriesFolder.facts()
    let call = try await Self.talk(
      in: folder.url, "noise", Sample.number("300", whole: "3000", everything: "100000"))
    #expect(call.output.hasSuffix(" messages\n"))
    #expect(call.errors == "")
  }

  @Test(.enabled(if: hasNeovim, "nvim is not there"))
  func `Neovim shows, completes, explains, finds, renames and formats`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Scenarios/other.yaml": FactsFiles.story,
    ])
    let module = "Sources/ReaderStories/Facts/FactsModule.swift"
    try folder.write(
      String(contentsOf: Self.samples.appending(path: module), encoding: .utf8), to: module)
    let command = folder.url.appending(path: ".build/debug/scenarios")
    try FileManager.default.createDirectory(
      at: command.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: command, withDestinationURL: CommandLineCall.executable)
    let article = try String(
      contentsOf: Self.samples.appending(
        path: "Sources/ScenarioKit/Documentation.docc/WritingStories.md"), encoding: .utf8)
    let setUp = try #require(article.firstMatch(of: /(?s)```lua\n(.*?)```/)?.1)
    try folder.write(String(setUp), to: "init.lua")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "nvim", "--headless", "-u", "init.lua", "-n", "-S",
      Self.editors.appending(path: "neovim.lua").path,
    ]
    process.currentDirectoryURL = folder.url
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.url.path,
      "SCENARIOS": CommandLineCall.executable.path,
    ]
    process.standardInput = FileHandle.nullDevice
    let call = try await FinishedProcess(process)
    let lines = (call.output + call.errors).split(whereSeparator: \.isNewline).map(String.init)
    #expect(
      lines == [
        "diagnostic: no step matches \"the scren appears\"", "diagnostics: none",
        "completion: true", "hover: `the screen appears`", "state: initial",
        "definition: FactsModule.swift", "references: 2", "renamed: tags: [truths]",
        "renamed: tags: [truths]",
        "formatted: tags: [truths]",
      ])
    #expect(call.status == 0)
  }
}
