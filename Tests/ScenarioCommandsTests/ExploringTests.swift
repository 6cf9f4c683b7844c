import Foundation
import Testing

@Suite("scenarios explore and scenarios strengthen")
struct ExploringTests {
  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder.facts(Self.story) }

  /// A fact whose details are never opened.
  static let story = """
    story: Facts
    module: facts
    scenarios:
      - scenario: A fact is loaded
        given:
          the server answers GET https://info-example.com/get_info:
            json: { infoText: A fact, identifier: 1, creationDate: "2021-09-26T12:07:24" }
        when:
          - the screen appears
          - the reader taps "Load a useful fact"
        then: { the screen shows: { state: info } }

    """

  private static let broken = "story: Broken\nmodule: facts\nscenarios: none\n"

  @Test func `a finding is printed as a scenario, with what was tried`() async throws {
    try await folder.call("explore").expect(
      0,
      output: """
        Scenarios/facts.yaml:4: new state: GET https://info-example.com/get_info is answered with status 500:
          the screen shows: { state: initial, buttons: [Close], alert: The fact could not be loaded }, \
        with { alert: The fact could not be loaded }, which no story shows while no request \
        is in flight   in 8 variations

          - scenario: GET https://info-example.com/get_info is answered with status 500
            steps:
              - given:
                  the server answers GET https://info-example.com/get_info: { status: 500 }
              - when: the reader taps "Load a useful fact"
              - 10 min pass
              - then:
                  the screen shows: !not { alert: !any }

        124 variations of 1 scenario: 1 finding
          tried: 100 journeys, 10 failures of answers, 4 acts at other moments, 3 acts twice, 3 answers that lack a \
        part, 2 acts again after a failure, 2 times of answers

        """, errors: "")
    try await folder.call("explore", "--strict").expect(1)
  }

  @Test func `an address with a secret is answered in as many ways as any`() async throws {
    let story = Self.story.replacing("json: { ", with: "json: { accessToken: get_info, ")
    let output = try await StoriesFolder.facts(story).call("explore").output
    #expect(output.contains("125 variations of 1 scenario"))
    #expect(output.contains("4 answers that lack a part, 3 acts twice"))
  }

  @Test func `each file with findings has one annotation`() async throws {
    try await folder.call("explore", "--format", "github").expect(
      output: """
        ::warning file=Scenarios/facts.yaml,line=4,title=GET https%3A//info-example.com/get_info is \
        answered with status 500::the screen shows: { state: initial, buttons: [Close], alert: The fact \
        could not be loaded }, with { alert: The fact could not be loaded }, which no story shows while \
        no request is in flight

        """)
    try await folder.call("strengthen", "--format", "github").expect(
      output: """
        ::warning file=Scenarios/facts.yaml,line=7,col=27,title=No story checks this::infoText: A fact \
        may be "A factx", and 1 scenario passes

        """)
  }

  @Test func `explore adds findings as known issues, and finds them no more`() async throws {
    try await folder.call("explore", "--add").expect(
      errors: "Added 1 scenario to Scenarios/facts.yaml.\n")
    try await folder.call("run").expect(
      0, output: .contains("2 scenarios: 1 with a known issue, 1 passed"))
    try await folder.call("explore", "--strict").expect(0)
  }

  @Test(arguments: ["explore", "strengthen"])
  func `a story with errors is reported, and others are searched`(command: String) async throws {
    let call = try await StoriesFolder([
      "Scenarios/broken.yaml": Self.broken, "Scenarios/facts.yaml": Self.story,
    ]).call(command)
    call.expect(2, errors: .begins("Scenarios/broken.yaml:3:12: error: "))
    #expect(!call.output.isEmpty)
  }

  @Test(arguments: [
    ("explore", "2 scenarios not varied: failing, blocked or undefined"),
    ("strengthen", "not pass"),
  ])
  func `a scenario that fails is named as not searched`(command: String, words: String) async throws
  {
    let folder = try StoriesFolder.facts(FactsFiles.failingStory)
    try await folder.call(command).expect(0, output: .contains(words))
    try await folder.call(command, "--strict").expect(1)
  }

  @Test(
    arguments: ["explore", "strengthen"],
    ["skip: later", "known issue: { later: the screen shows }"])
  func `a search without a scenario that passes says so, and fails if it is strict`(
    command: String, exemption: String
  ) async throws {
    let story = Self.story.replacing("    given:", with: "    \(exemption)\n    given:")
      .replacing("state: info", with: "state: loading")
    let folder = try StoriesFolder.facts(story)
    try await folder.call(command).expect(
      0, output: .contains("\n  nothing was tried\n"), .contains("known issue"))
    try await folder.call(command, "--strict", "--format", "github").expect(
      1, output: .begins("::notice title=scenarios \(command)::nothing was tried%0A"),
      .contains("known issue"))
  }

  @Test(arguments: ["explore", "strengthen"])
  func `a search that had no time names what it did not try, and fails if it is strict`(
    command: String
  ) async throws {
    let arguments = [command, "--strict", "--seconds", "0.001", "--format"]
    try await folder.call(arguments + ["text"]).expect(
      1, output: .contains("\n  nothing was tried\n"), .contains(" not tried: no time left\n"))
    try await folder.call(arguments + ["github"]).expect(
      1, output: .contains("::nothing was tried%0A"), .contains(" not tried: no time left\n"))
  }

  @Test func `strengthen writes the check that it prints, and then finds nothing`() async throws {
    try await folder.call("strengthen", "--strict", "--add").expect(
      1,
      output: .begins(
        """
        Scenarios/facts.yaml:7:27: infoText: A fact may be "A factx", and 1 scenario passes
        """), .contains("To notice it, add to \"A fact is loaded\" (line 4):\n"),
      errors: "Added 1 check to Scenarios/facts.yaml.\n")
    try await folder.call("strengthen", "--strict").expect(0)
    try await folder.call("run").expect(0)
  }

  @Test func `strengthen finds something in the language of its story, with a check to paste`()
    async throws
  {
    let german = Self.story.replacing("story:", with: "Geschichte:")
      .replacing("module:", with: "Modul:").replacing("scenarios:", with: "Szenarien:")
      .replacing("- scenario:", with: "- Szenario:").replacing("given:", with: "angenommen:")
      .replacing("when:", with: "wenn:").replacing("then:", with: "dann:")
    let folder = try StoriesFolder.facts(german)
    try await folder.call("strengthen", environment: ["LANG": "de_DE.UTF-8"]).expect(
      0,
      output: .begins(
        """
        Scenarios/facts.yaml:7:27: infoText: A fact darf auch "A factx" sein: Das Szenario besteht trotzdem
          Damit es auffällt, ergänzen Sie in „A fact is loaded“ (Zeile 4):
            dann: { the screen shows: { infoText: A fact } }

        """), .contains(" Änderungen: "))
  }

  @Test func `the output for scripts has what was found and what was tried`() async throws {
    for (command, key) in [("explore", "findings"), ("strengthen", "unnoticed")] {
      let call = try await folder.call(command, "--format", "json")
      let json = try JSONSerialization.jsonObject(with: Data(call.output.utf8))
      let outcome = try #require(json as? [String: Any])
      #expect(Set(outcome.keys) == [key, "counts"])
    }
  }
}
