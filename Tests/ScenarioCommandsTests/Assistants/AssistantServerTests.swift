import Foundation
import ScenarioKit
import TestSupport
import Testing

@testable import ScenarioCommands

@Suite("scenarios mcp", .timeLimit(.minutes(10)))
struct AssistantServerTests {
  // MARK: - The protocol

  @Test func `a client of any version is greeted`() async throws {
    let server = try RunningAssistant()
    let found = try await server.answer(
      to: "server/discover", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]])
    #expect(found["result"]?["supportedVersions"]?.elements.first == "2026-07-28")
    #expect(found["result"]?["resultType"] == "complete")
    let old = try await server.answer(to: "initialize", ["protocolVersion": "2024-11-05"])
    #expect(old["result"]?["protocolVersion"] == "2024-11-05")
    #expect(old["result"]?["instructions"]?.text?.contains("suggest_checks") == true)
    let future = try await server.answer(to: "initialize", ["protocolVersion": "2031-01-01"])
    #expect(future["result"]?["protocolVersion"] == "2025-11-25")
    let refused = try await server.answer(
      to: "tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2031-01-01"]])
    #expect(refused["error"]?["code"] == -32022)
    #expect(refused["error"]?["data"]?["supported"]?.elements.count == 5)
  }

  @Test func `what is no request gets an error, and the server goes on`() async throws {
    let server = try RunningAssistant()
    for (line, code): (String, Int64) in [
      ("{", -32700), ("[]", -32600), ("{\"id\":1}", -32600), ("7", -32600),
      (#"{"id":null,"method":"ping"}"#, -32600), (#"{"id":{},"method":"ping"}"#, -32600),
      (#"{"id":1,"method":"nothing"}"#, -32601),
      (#"{"id":1,"method":"tools/call"}"#, -32602),
      (#"{"id":1,"method":"tools/call","params":{"name":"delete"}}"#, -32602),
      (#"{"id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, -32602),
      (#"{"id":1,"method":"prompts/get","params":{"name":"other"}}"#, -32602),
      (#"{"id":1,"method":"prompts/get","params":{"name":"write_story"}}"#, -32602),
    ] {
      try server.send(line)
      #expect(try await server.next()?["error"]?["code"] == .integer(code), "\(line)")
    }
    // Neither notifications nor answers are answered.
    try server.send(#"{"method":"notifications/initialized"}"#)
    try server.send(#"{"id":1,"result":{}}"#)
    try server.send("")
    #expect(try await server.answer(to: "ping")["result"] != nil)
  }

  @Test func `calls are answered in order after the input has ended`() async throws {
    let server = try RunningAssistant()
    let ids = try (1...5).map { _ in
      try server.request("tools/call", ["name": "run", "arguments": ["path": "facts.yaml"]])
    }
    #expect(try await server.end() == 0)
    for id in ids { #expect(try await server.next()?["id"] == id) }
    #expect(try await server.next() == nil)
  }

  @Test
  func `each answer of a tool fits its schema, and each argument is explained`() async throws {
    let server = try RunningAssistant(options: ["--allow-writes"])
    let tools = try await server.answer(to: "tools/list")["result"]?["tools"]?.elements ?? []
    #expect(
      tools.compactMap { $0["name"]?.text } == [
        "stories", "story", "sentences", "check", "run", "suggest_checks", "save",
      ])
    for tool in tools {
      guard case .mapping(let arguments)? = tool["inputSchema"]?["properties"] else {
        Issue.record("\(tool)")
        continue
      }
      for argument in arguments { #expect(argument.value["description"]?.text?.isEmpty == false) }
    }
    let all = try await server.call("sentences")
    #expect(all["more"]?.text?.contains("call again with from:") == true)
  }

  @Test func `a call that is cancelled has no answer, and what it runs ends`() async throws {
    let server = try RunningAssistant()
    let endless = FactsFiles.story.replacing("within 1 s:", with: "never within 100000000 s:")
    let arguments: Value = ["path": "facts.yaml", "text": .text(endless)]
    let first = try server.request("tools/call", ["name": "run", "arguments": arguments])
    let waiting = try server.request("tools/call", ["name": "run", "arguments": arguments])
    for id in [waiting, first] {
      try server.send(
        Value.mapping([
          .init("method", "notifications/cancelled"), .init("params", ["requestId": id]),
        ]).json())
    }
    #expect(try await server.call("run", ["path": "facts.yaml"])["summary"] != nil)
  }

  /// Starts a server with a story of an app that ends in a way.
  private static func server(dyingBy way: String) throws -> RunningAssistant {
    let story = """
      story: Deaths
      module: deaths
      scenarios:
        - scenario: It ends
          when: the app dies by "\(way)"
      """
    return try RunningAssistant(
      files: ["Scenarios/deaths.yaml": story], command: "HostileStories")
  }

  /// Returns the message of the first failure in a run.
  private static func failure(in run: Value?) -> String? {
    run?["scenarios"]?.elements.first?["failures"]?.elements.first?["message"]?.text
  }

  @Test func `a crash of the app is reported, and the server goes on`() async throws {
    let server = try Self.server(dyingBy: "abort")
    let answer = try await server.call("run", ["path": "deaths.yaml"])
    #expect(Self.failure(in: answer)?.hasPrefix("the app crashed: SIGABRT") == true, "\(answer)")
    #expect(try await server.call("check", ["path": "deaths.yaml"])["isValid"] == true)
  }

  @Test func `a hang is reported, with progress if that is wanted`() async throws {
    let server = try Self.server(dyingBy: "pause")
    let id = try server.request(
      "tools/call",
      ["name": "run", "arguments": ["path": "deaths.yaml"], "_meta": ["progressToken": "mine"]])
    var (seconds, answer): ([Int64], Value?) = ([], nil)
    while answer == nil, let message = try await server.next() {
      guard message["id"] != id else {
        answer = message
        continue
      }
      #expect(message["method"] == "notifications/progress")
      #expect(message["params"]?["progressToken"] == "mine")
      seconds.append(Int64(message["params"]?["progress"]?.number ?? 0))
    }
    #expect(!seconds.isEmpty && seconds == Array(1...Int64(seconds.count)))
    let failure = Self.failure(in: answer?["result"]?["structuredContent"])
    #expect(failure?.hasPrefix("the app blocked its thread") == true)
    #expect(try await server.call("check", ["path": "deaths.yaml"])["isValid"] == true)
  }

  // MARK: - Tools

  @Test func `a story is found, read, checked and run`() async throws {
    let server = try RunningAssistant()
    let stories = try await server.call("stories", ["search": "details TAPPING"])
    #expect(
      stories["stories"]?.elements.first?["scenarios"]?.elements.map { $0["line"] } == [22, 25])
    let none = try await server.call("stories", ["search": "details", "module": "links"])
    #expect(none["stories"] == [])
    let some = try await server.call("stories", ["search": "details zebra"])
    #expect(some["stories"] == [])
    #expect(some["byWord"] == ["details: 2", "zebra: 0"])
    let story = try await server.call("story", ["path": "facts.yaml"])
    #expect(story["text"]?.text == FactsFiles.story)
    #expect(story["digest"]?.text?.isEmpty == false)

    let wrong = FactsFiles.story.replacing("when: the screen", with: "wehn: the screen")
    let check = try await server.call("check", ["path": "facts.yaml", "text": .text(wrong)])
    #expect(check["isValid"] == false)
    #expect(check["diagnostics"]?.elements.first?["corrections"] == ["when"])
    #expect(try await server.call("check", ["path": "facts.yaml"])["isValid"] == true)

    let all = try await server.call("run", ["path": "facts.yaml"])
    #expect(all["summary"] == "4 scenarios: 4 passed")
    #expect(all["steps"] == nil)
    let failing = try await server.call(
      "run",
      [
        "path": "facts.yaml", "text": .text(FactsFiles.failingStory),
        "scenario": "Loading succeeds",
      ])
    let scenario = failing["scenarios"]?.elements.first
    #expect(scenario?["verdict"] == "failed")
    let message = scenario?["failures"]?.elements.first?["message"]?.text ?? ""
    #expect(message.contains("A lie") && message.contains("A fact"))
    // Each step has only what is different after it.
    let steps = failing["steps"]?.elements ?? []
    #expect(steps.map { $0["outcome"] } == ["passed", "passed", "passed", "passed", "failed"])
    #expect(steps[3]["shown"]?["the screen shows"] == ["state": "loading", "buttons": []])
    #expect(steps[2]["shown"] == nil)
    #expect(
      steps[3]["events"]?.elements.contains { $0.text?.hasPrefix("request: GET") == true } == true)
  }

  @Test func `sentences are found by words, with their data and an example`() async throws {
    let server = try RunningAssistant()
    let found = try await server.call(
      "sentences", ["search": "the server ANSWERS", "module": "facts"])
    let first = found["sentences"]?.elements.first
    #expect(first?["sentence"] == "the server answers [method] [address]")
    #expect(first?["key"] == "given")
    #expect(first?["example"]?.text?.hasPrefix("the server answers GET https://info") == true)
    #expect(first?["data"]?.elements.contains("json: any data") == true)
    let german = try await server.call(
      "sentences", ["search": "Server antwortet", "language": "de"])
    #expect(german["sentences"]?.elements.isEmpty == false)
    #expect(
      try await server.call("sentences", ["language": "xx"]).text == "there is no language \"xx\"")
  }

  @Test func `checks of what an act has changed are suggested, and can be pasted`() async throws {
    let server = try RunningAssistant()
    let checks = try await server.call(
      "suggest_checks", ["path": "facts.yaml", "scenario": "Loading succeeds"])
    let texts = (checks["checks"]?.elements ?? []).compactMap { $0["check"]?.text }
    #expect(texts.contains("the screen shows: { infoText: A fact }"))
    #expect(checks["checks"]?.elements.allSatisfy { $0["wouldPassWithoutTheAct"] == false } == true)
    let story = FactsFiles.story.replacing(
      "            scenarios:\n              - scenario: Tapping details opens",
      with: texts.map { "              - \($0)\n" }.joined()
        + "            scenarios:\n              - scenario: Tapping details opens")
    let run = try await server.call("run", ["path": "facts.yaml", "text": .text(story)])
    #expect(run["summary"] == "4 scenarios: 4 passed")
    #expect(try await server.call("run", ["path": "facts.yaml"])["diagnostics"] == nil)
  }

  @Test func `wrong arguments are explained`() async throws {
    let server = try RunningAssistant()
    func said(_ tool: String, _ arguments: Value) async throws -> String? {
      try await server.call(tool, arguments).text
    }
    #expect(try await said("run", .mapping([])) == "the argument \"path\" is missing")
    #expect(
      try await said("run", ["path": "facts.yaml", "scenaro": "A"])
        == "\"run\" has no argument \"scenaro\"; it has: path, text, scenario, from")
    #expect(try await said("run", ["path": 7]) == "the argument \"path\" must be of type string")
    #expect(
      try await said("run", ["path": "other.yaml"])
        == "there is no file \"other.yaml\"; \"stories\" lists those that there are")
    #expect(
      try await said("run", ["path": "facts.yaml", "scenario": "Other"])
        == "\"facts.yaml\" has no scenario \"Other\"")
    #expect(
      try await said("suggest_checks", ["path": "facts.yaml", "scenario": "10", "line": 4_000])
        == "no step that ran is in line 4000")
    // A text with errors has no scenario that ran, but the errors are what is wanted.
    let broken = FactsFiles.story.replacing("when: the screen", with: "wehn: the screen")
    let arguments: Value = [
      "path": "facts.yaml", "text": .text(broken), "scenario": "Loading succeeds",
    ]
    let message = "unknown key \"wehn\""
    #expect(try await said("suggest_checks", arguments)?.contains(message) == true)
    let run = try await server.call("run", arguments)
    #expect(run["diagnostics"]?.elements.first?["message"]?.text == message)
    #expect(try await said("story", ["path": "../facts.yaml"])?.contains("is no story in") == true)
  }

  @Test
  func `a long story is read in parts, and its digest comes with the last one`() async throws {
    let rows = (1...600).map { "          - { title: Title number \($0) }\n" }.joined()
    let story =
      "story: Long\nmodule: facts\nscenarios:\n  - scenario: <title>\n    when: the screen appears\n"
      + "    examples:\n" + rows
    let server = try RunningAssistant(files: ["Scenarios/long.yaml": story])
    var (lines, from, digest): ([String], Int64, Value?) = ([], 1, nil)
    while digest == nil {
      let part = try await server.call("story", ["path": "long.yaml", "from": .integer(from)])
      lines += (part["text"]?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      (from, digest) = (Int64(lines.count + 1), part["digest"])
    }
    #expect(lines.joined(separator: "\n") == story)
    let run = try await server.call("run", ["path": "long.yaml"])
    #expect(run["summary"] == "600 scenarios: 600 passed")
    #expect(run["more"]?.text?.contains("more; call again with from:") == true)
  }
}
