import Foundation
import ScenarioKit
import TestSupport
import Testing

@testable import ScenarioCommands

@Suite("Saving by an assistant", .timeLimit(.minutes(10)))
struct AssistantSavingTests {
  private static let text = "story: Mine\nmodule: facts\nscenarios: []\n"

  private func server(_ files: [String: String] = [FactsFiles.path: FactsFiles.story]) throws
    -> RunningAssistant
  {
    let server = try RunningAssistant(files: files, options: ["--allow-writes"])
    let folder = server.folder.url
    try FileManager.default.createDirectory(
      at: folder.appending(path: "outside"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: folder.appending(path: "outside/a.yaml"))
    for (link, target) in [
      ("linked", "../outside"), ("file.yaml", "../outside/a.yaml"),
      ("dangling.yaml", "../outside/new.yaml"), ("gone", "../outside/nowhere"),
      ("round", "round"), ("absolute", folder.appending(path: "outside").path),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "Scenarios/\(link)").path, withDestinationPath: target)
    }
    return server
  }

  /// The paths and the bytes of all files of a folder.
  private func contents(_ folder: URL) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      found[path] = FileManager.default.contents(atPath: folder.appending(path: path).path)
    }
    return found
  }

  @Test func `nothing is written outside of the folder, or as another kind of file`() async throws {
    let server = try server()
    let before = try contents(server.folder.url)
    for path in [
      "", ".", "..", "/", "../a.yaml", "../outside/a.yaml", "../outside/new.yaml",
      "x/../../outside/a.yaml", "./facts.yaml", "x/../facts.yaml", "x//y.yaml",
      "/etc/story.yaml", server.folder.url.appending(path: "outside/a.yaml").path,
      "linked/a.yaml", "linked/new.yaml", "linked/x/new.yaml", "absolute/a.yaml",
      "file.yaml", "dangling.yaml", "gone/new.yaml", "round/new.yaml",
      "facts.swift", "facts", "facts.yaml.txt", "facts.yaml/x.yaml", ".hidden.yaml",
      ".git/x.yaml", "fixtures/x.yaml", "x/fixtures/y.yaml", "a\u{0}.yaml", "~/x.yaml\n",
      "%2e%2e/x.yaml/", "..\\x.txt", "a\nb.yaml", "a\u{7F}.yaml",
      String(repeating: "a/", count: 300) + "x.yaml", String(repeating: "a", count: 300) + ".yaml",
    ] {
      for digest: Value? in [nil, "0123456789abcdef"] {
        let answer = try await server.call(
          "save", Value(present: ["path": .text(path), "text": .text(Self.text), "digest": digest]))
        #expect(answer.text != nil, "\(path)")
      }
    }
    #expect(try contents(server.folder.url) == before)
  }

  @Test func `a file is replaced only by who has read it`() async throws {
    let server = try server()
    func save(_ digest: Value?) async throws -> Value {
      try await server.call(
        "save",
        Value(present: ["path": "facts.yaml", "text": .text(Self.text), "digest": digest]))
    }
    #expect(try await save(nil).text?.contains("read it, and give its digest") == true)
    let digest = try await server.call("story", ["path": "facts.yaml"])["digest"]
    try server.folder.write(FactsFiles.story + "# other\n", to: FactsFiles.path)
    #expect(
      try await save(digest).text
        == "\"facts.yaml\" has changed since it was read; read it again")
    let current = try await server.call("story", ["path": "facts.yaml"])["digest"]
    let saved = try await save(current)
    #expect(saved["digest"] == (try await server.call("story", ["path": "facts.yaml"])["digest"]))
    #expect(try server.folder.text(of: FactsFiles.path) == Self.text)
    // It is no longer the text that was read first.
    #expect(try await save(current).text?.contains("has changed") == true)
  }

  @Test func `a new file gets its folder, and a digest of none is refused`() async throws {
    let server = try server()
    let arguments: Value = ["path": "new/folder/mine.yaml", "text": .text(Self.text)]
    #expect(try await server.call("save", arguments)["digest"] != nil)
    #expect(try server.folder.text(of: "Scenarios/new/folder/mine.yaml") == Self.text)
    #expect(try await server.call("save", arguments).text?.contains("there is a file") == true)
    #expect(
      try await server.call(
        "save", ["path": "other.yaml", "text": "a", "digest": "0123456789abcdef"]
      ).text?.contains("there is no file") == true)
  }

  @Test func `lines of a file keep their ends`() async throws {
    let windows = FactsFiles.story.replacing("\n", with: "\r\n")
    let server = try server([FactsFiles.path: windows])
    let story = try await server.call("story", ["path": "facts.yaml"])
    let changed = (story["text"]?.text ?? "") + "# end\n"
    _ = try await server.call(
      "save", ["path": "facts.yaml", "text": .text(changed), "digest": story["digest"] ?? nil])
    #expect(try server.folder.text(of: FactsFiles.path) == windows + "# end\r\n")
  }

  @Test func `a file that is not writable stays`() async throws {
    let server = try server()
    let file = server.folder.url.appending(path: FactsFiles.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let digest = try await server.call("story", ["path": "facts.yaml"])["digest"] ?? nil
    let answer = try await server.call(
      "save", ["path": "facts.yaml", "text": .text(Self.text), "digest": digest])
    // To root, each file is writable.
    if geteuid() != 0 {
      #expect(answer.text == "this file is not writable")
      #expect(try server.folder.text(of: FactsFiles.path) == FactsFiles.story)
    } else {
      #expect(answer["digest"] != nil)
    }
  }

  @Test func `nothing is written unless the user allows it`() async throws {
    let server = try RunningAssistant()
    let answer = try await server.call("save", ["path": "new.yaml", "text": .text(Self.text)])
    #expect(answer.text?.contains("--allow-writes") == true)
    #expect(
      try contents(server.folder.url.appending(path: "Scenarios")).keys.sorted() == ["facts.yaml"])
  }

  @Test func `of two writers at once, one is refused`() async throws {
    let server = try server()
    let digest = try await server.call("story", ["path": "facts.yaml"])["digest"] ?? nil
    let ids = try (1...8).map { number in
      try server.request(
        "tools/call",
        [
          "name": "save",
          "arguments": [
            "path": "facts.yaml", "text": .text(Self.text + "# \(number)\n"), "digest": digest,
          ],
        ])
    }
    var saved = 0
    for id in ids {
      let answer = try await server.next()
      #expect(answer?["id"] == id)
      if answer?["result"]?["isError"] == false { saved += 1 }
    }
    #expect(saved == 1)
  }
}
