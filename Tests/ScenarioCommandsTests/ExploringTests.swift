import Foundation
import Testing

@Suite("scenarios explore and scenarios strengthen")
struct ExploringTests {
  /// A fact that opens no details, because nobody taps them.
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
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("explore")
    #expect(
      call.output == """
        Scenarios/facts.yaml:4: new state: GET https://info-example.com/get_info is answered with status 500:
          the screen shows: { alert: !any }, which no story shows while nothing is pending   in 8 variations

          - scenario: GET https://info-example.com/get_info is answered with status 500
            steps:
              - given:
                  the server answers GET https://info-example.com/get_info: { status: 500 }
              - when: the reader taps "Load a useful fact"
              - 10 min pass
              - then:
                  the screen shows: !not { alert: !any }

        18 variations of 1 scenario: 1 finding
          tried: 10 failures of answers, 3 acts twice, 3 answers that lack a part, 2 times of answers

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
    #expect(try await folder.call("explore", "--strict").status == 1)
  }

  @Test func `an address with a secret is answered in as many ways as any`() async throws {
    let story = Self.story.replacing("json: { ", with: "json: { accessToken: get_info, ")
    let folder = try StoriesFolder(["Scenarios/facts.yaml": story])
    let output = try await folder.call("explore").output
    #expect(output.contains("19 variations of 1 scenario"))
    #expect(output.contains("10 failures of answers, 4 answers that lack a part, 3 acts twice"))
  }

  @Test func `each file with findings has one annotation`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    #expect(
      try await folder.call("explore", "--format", "github").output == """
        ::warning file=Scenarios/facts.yaml,line=4,title=GET https%3A//info-example.com/get_info is \
        answered with status 500::the screen shows: { alert: !any }, which no story shows while nothing \
        is pending

        """)
    #expect(
      try await folder.call("strengthen", "--format", "github").output == """
        ::warning file=Scenarios/facts.yaml,line=7,col=27,title=Nobody checks this::infoText: A fact \
        may be "A factx", and 1 scenario passes

        """)
  }

  @Test func `explore adds what it finds, which is a known issue then, and finds it no more`()
    async throws
  {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("explore", "--add")
    #expect(call.errors == "Added 1 scenario to Scenarios/facts.yaml.\n")
    let run = try await folder.call("run")
    #expect(run.output.contains("2 scenarios: 1 with a known issue, 1 passed"))
    #expect(run.status == 0)
    #expect(try await folder.call("explore", "--strict").status == 0)
  }

  @Test(arguments: ["explore", "strengthen"])
  func `a story with errors is reported, and the others are searched`(command: String) async throws
  {
    let folder = try StoriesFolder([
      "Scenarios/broken.yaml": Self.broken, "Scenarios/facts.yaml": Self.story,
    ])
    let call = try await folder.call(command)
    #expect(call.errors.hasPrefix("Scenarios/broken.yaml:3:12: error: "))
    #expect(!call.output.isEmpty)
    #expect(call.status == 2)
  }

  @Test(arguments: ["explore", "strengthen"])
  func `a scenario that fails is named as not searched`(command: String) async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.failingStory])
    let call = try await folder.call(command)
    #expect(call.output.contains("not pass"))
    #expect(call.status == 0)
    #expect(try await folder.call(command, "--strict").status == 1)
  }

  @Test(
    arguments: ["explore", "strengthen"],
    ["skip: later", "known issue: { later: the screen shows }"])
  func `a search without a scenario that passes says so, and fails if it is strict`(
    command: String, exemption: String
  ) async throws {
    let story = Self.story.replacing("    given:", with: "    \(exemption)\n    given:")
      .replacing("state: info", with: "state: loading")
    let folder = try StoriesFolder(["Scenarios/facts.yaml": story])
    let call = try await folder.call(command)
    #expect(call.output.contains("\n  nothing was tried\n"))
    #expect(call.output.contains("known issue"))
    #expect(call.status == 0)
    let strict = try await folder.call(command, "--strict", "--format", "github")
    #expect(
      strict.output.hasPrefix("::notice title=scenarios \(command)::nothing was tried%0A"))
    #expect(strict.output.contains("known issue"))
    #expect(strict.status == 1)
  }

  @Test(arguments: ["explore", "strengthen"])
  func `a search that had no time names what it did not try, and fails if it is strict`(
    command: String
  ) async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let arguments = [command, "--strict", "--seconds", "0.001", "--format"]
    let text = try await folder.call(arguments + ["text"])
    #expect(text.output.contains("\n  nothing was tried\n"))
    #expect(text.output.contains(" for which no time was left\n"))
    #expect(text.status == 1)
    let annotations = try await folder.call(arguments + ["github"])
    #expect(annotations.output.contains("::nothing was tried%0A"))
    #expect(annotations.output.contains(" for which no time was left\n"))
    #expect(annotations.status == 1)
  }

  @Test(arguments: ["explore", "strengthen"])
  func `options that mean nothing are refused`(command: String) async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    for (option, error) in [
      ("--seconds=0", "--seconds must be above 0, but it is 0"),
      ("--jobs=0", "--jobs must be at least 1, but it is 0"),
    ] {
      let call = try await folder.call(command, option)
      #expect(call.errors.contains(error))
      #expect(call.status == 2)
    }
  }

  @Test func `strengthen refuses a line, because it searches whole files`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("strengthen", "Scenarios/facts.yaml:4")
    #expect(call.errors.contains("strengthen searches whole files, but Scenarios/facts.yaml:4"))
    #expect(call.status == 2)
  }

  @Test func `strengthen writes the check that it prints, and then finds nothing`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("strengthen", "--strict", "--add")
    #expect(
      call.output.hasPrefix(
        """
        Scenarios/facts.yaml:7:27: infoText: A fact may be "A factx", and 1 scenario passes
        """))
    #expect(call.output.contains("To notice it, add to \"A fact is loaded\" (line 4):\n"))
    #expect(call.errors == "Added 1 check to Scenarios/facts.yaml.\n")
    #expect(call.status == 1)
    #expect(try await folder.call("strengthen", "--strict").status == 0)
    #expect(try await folder.call("run").status == 0)
  }

  @Test func `the output for scripts has what was found and what was tried`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    for (command, key) in [("explore", "findings"), ("strengthen", "unnoticed")] {
      let call = try await folder.call(command, "--format", "json")
      let json = try JSONSerialization.jsonObject(with: Data(call.output.utf8))
      let outcome = try #require(json as? [String: Any])
      #expect(Set(outcome.keys) == [key, "counts"])
    }
  }
}
