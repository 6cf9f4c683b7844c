import Foundation
import Testing

@Suite("scenarios record")
struct RecordTests {
  @Test func `scenarios record writes a fixture and shows the line for the story`() async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer(.json(RecordedServer.fact))
      let folder = try StoriesFolder.facts(RecordedServer.story)
      let call = try await folder.call("record", "--server", server.address)
      #expect(
        call.outputWithoutTimes == """
          Interesting facts   Scenarios/facts.yaml
            ✔ Loading succeeds   TIME

          1 scenario: 1 passed   (TIME, story time TIME)

          wrote Scenarios/fixtures/get_info.json

          Add below "given:" in Scenarios/facts.yaml:4:
            - the server answers GET https://info-example.com/get_info: { file: fixtures/get_info.json }

          """)
      call.expect(0, errors: "")
      #expect(try folder.text(of: "Scenarios/fixtures/get_info.json") == RecordedServer.fact)
      #expect(try folder.text(of: "Scenarios/facts.yaml") == RecordedServer.story)
      #expect(server.requests.map(\.path) == ["/get_info"])
      #expect(server.requests.map { $0.headerFields[.accept] } == ["application/json"])
    }
  }

  @Test func `a story with its recorded answer passes, and recording again finds no difference`()
    async
  {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer(.json(RecordedServer.fact))
      let folder = try StoriesFolder.facts(RecordedServer.story)
      let first = try await folder.call("record", "--server", server.address)
      let line = try #require(first.output.firstMatch(of: /- (the server answers .*)\n/)?.1)
      let story = RecordedServer.story.replacing(
        "    when:", with: "    given:\n      - \(line)\n    when:")
      try folder.write(story, to: "Scenarios/facts.yaml")
      try await folder.call("run", "--no-history").expect(0)
      let again = try await folder.call("record", "--server", server.address)
      #expect(again.outputWithoutTimes.hasSuffix("\n\n1 answer as in the story\n"))
      again.expect(
        0,
        errors:
          "note: the answers in the story are not used, but compared with those of the server\n")
    }
  }

  @Test func `scenarios record shows what the server answers differently, and changes nothing`()
    async
  {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer(
        .json(
          RecordedServer.fact.replacing("A fact", with: "Another fact").replacing(
            " 7,", with: #" "7","#)))
      let folder = try RecordedServer.folderWithFixture()
      let call = try await folder.call("record", "--server", server.address)
      #expect(
        call.outputWithoutTimes.hasSuffix(
          """
          GET https://info-example.com/get_info   Scenarios/facts.yaml:6, fixtures/info.json
            expected  json.identifier: 7
            actual    json.identifier: "7"

            expected  json.infoText: A fact
            actual    json.infoText: Another fact
                                      ^

          1 answer differs from the story
          To replace fixtures with the new answers, run the command again with --all.

          """), "\(call.output)")
      call.expect(1)
      #expect(try folder.text(of: "Scenarios/fixtures/info.json") == RecordedServer.fact)
    }
  }

  @Test func `scenarios record --all replaces fixtures that differ`() async {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer(
        .json(RecordedServer.fact.replacing("A fact", with: "Another fact")))
      let folder = try RecordedServer.folderWithFixture()
      try await folder.call("record", "--all", "--server", server.address).expect(
        0,
        output: .ends(
          "\n1 answer differs from the story\n\nreplaced Scenarios/fixtures/info.json\n"))
      #expect(try folder.text(of: "Scenarios/fixtures/info.json").contains("\"Another fact\""))
      try await folder.call("record", "--server", server.address).expect(0)
    }
  }

  @Test func `scenarios record --all shows the answer for a status that differs`() async {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer(.init(status: 503, headers: ["Retry-After": "120"]))
      let folder = try RecordedServer.folderWithFixture()
      try await folder.call("record", "--all", "--server", server.address).expect(
        1, output: .contains("  expected  status: 200\n  actual    status: 503\n"),
        .ends(
          """

          Write this answer in Scenarios/facts.yaml:6:
            { status: 503, headers: { Retry-After: "120" } }

          """))
      #expect(try folder.text(of: "Scenarios/fixtures/info.json") == RecordedServer.fact)
    }
  }

  @Test func `a recording masks secrets and continues after a check that fails`() async {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer()
      let fact = RecordedServer.fact.replacing(
        "{", with: #"{ "accessToken": "Zm9vYmFyYmF6", "owner": "Zm9vYmFyYmF6 owns it", "#)
      server.answer(
        "/get_info",
        .init(status: 404, headers: ["Set-Cookie": "session=a1b2c3d4e5"], body: "No fact."),
        .json(fact))
      let story = """
        story: Interesting facts
        module: facts
        scenarios:
          - scenario: Loading fails, then succeeds
            steps:
              - when: the screen appears
              - when: the reader taps "Load a useful fact"
              - within 100 ms: { the screen shows: { state: broken } }
              - when: the reader taps "Load a useful fact"

        """
      let folder = try StoriesFolder.facts(story)
      try await folder.call("record", "--server", server.address).expect(
        0, output: .contains("\n1 scenario: 1 failed "),
        .ends(
          """

          wrote Scenarios/fixtures/get_info.txt
          wrote Scenarios/fixtures/get_info.json

          Add below "given:" in Scenarios/facts.yaml:4:
            - the server answers GET https://info-example.com/get_info:
                - { status: 404, file: fixtures/get_info.txt }
                - { file: fixtures/get_info.json }

          Masked as •••: accessToken

          """))
      let fixture = try folder.text(of: "Scenarios/fixtures/get_info.json")
      #expect(fixture == fact.replacing("Zm9vYmFyYmF6", with: "•••"))
    }
  }

  @Test func `a redirect that the app's transport follows is recorded as two answers`() async {
    await #expect(processExitsWith: .success) {
      let server = try await RecordedServer()
      server.answer(
        "/get_info", .init(status: 302, headers: ["Location": "\(server.address)/facts/7?x=1"]))
      server.answer("/facts/7?x=1", .json(RecordedServer.fact))
      try await StoriesFolder.facts(RecordedServer.story).call("record", "--server", server.address)
        .expect(
          0,
          output: .ends(
            """
              - the server answers GET https://info-example.com/get_info: { status: 302, headers: { Location: https://info-example.com/facts/7?x=1 } }
              - the server answers GET https://info-example.com/facts/7?x=1: { file: fixtures/facts-7-x-1.json }

            """))
      #expect(server.requests.map(\.path) == ["/get_info", "/facts/7?x=1"])
    }
  }

  // MARK: - Errors

  @Test(arguments: [
    ("ftp://info-example.com", "\"ftp://info-example.com\" is not the address of an HTTP server"),
    ("info-example.com", "\"info-example.com\" is not the address of an HTTP server"),
    (
      "https://info-example.com/v1",
      "the server \"https://info-example.com/v1\" is more than a scheme, a name and a port"
    ),
    (
      "http://a.example=http://b.example",
      "the app sent GET https://info-example.com/get_info, but no --server is for "
        + "https://info-example.com; add --server https://info-example.com=https://…"
    ),
    ("http://127.0.0.1:1", "http://127.0.0.1:1 can't be reached: cannot connect to host"),
  ])
  func `scenarios record fails for a server that gets no requests`(server: String, message: String)
    async throws
  {
    let folder = try StoriesFolder.facts(RecordedServer.story)
    try await folder.call("record", "--server", server).expect(
      2, errors: .begins("error: \(message)\n  "))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/Scenarios/fixtures"))
  }

  @Test(
    arguments: [
      (
        "module: facts", "the reader taps \"Load a useful fact\"", "the reader closes the screen",
        "error: the app sent no requests, so there is nothing to record\n"
          + "  Choose a scenario in which the app loads something.\n"
      ),
      (
        "module: users", "the reader taps \"Load a useful fact\"", "the screen appears",
        "error: the module \"users\" has no live transport, so there is nothing to record\n"
          + "  If `context.live` is there, give the app its own transport: see \"Live runs\" in \"Connecting a module\".\n"
      ),
      (
        "module: facts\ntags: [slow]", "the screen appears", "the screen goes away",
        "error: the scenario did not run\n  Nothing was recorded.\n"
      ),
    ] as [(String, String, String, String)])
  func `scenarios record fails if nothing can be recorded`(
    module: String, act: String, replacement: String, errors: String
  ) async throws {
    let story = RecordedServer.story.replacing("module: facts", with: module)
      .replacing(act, with: replacement)
    try await StoriesFolder.facts(story).call("record", "--server", "http://127.0.0.1:1").expect(
      2, errors: .equals(errors))
  }

  @Test func `scenarios record refuses several scenarios, except for nested ones`() async throws {
    let nested = """
      scenarios:
            - scenario: It closes
              when: the reader closes the screen
      """
    let story = RecordedServer.story
      .replacing("    then:\n", with: "    \(nested)\n    then:\n")
    let folder = try StoriesFolder([
      "Scenarios/a.yaml": story, "Scenarios/b.yaml": RecordedServer.story,
    ])
    try await folder.call("record", "--server", "http://127.0.0.1:1").expect(
      2,
      errors: """
        error: record runs one scenario, but 3 are selected
          Name one by its line: Scenarios/a.yaml:4

        """)
    try await folder.call("record", "Scenarios/a.yaml", "--server", "http://127.0.0.1:1").expect(
      errors: .begins("error: http://127.0.0.1:1 can't be reached"))
  }
}
