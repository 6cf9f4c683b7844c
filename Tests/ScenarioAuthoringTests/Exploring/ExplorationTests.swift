import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioAuthoring

@Suite("Exploring")
struct ExplorationTests {
  private static let story = """
    story: Tickets
    module: kiosk
    scenarios:
      - scenario: A ticket is sold
        given:
          the server answers POST https://kiosk.example/tickets: { after: 1 s, json: A7 }
        when: the traveller taps Buy
        then:
          - the kiosk shows: { state: buying }
          - eventually: { the kiosk shows: { state: sold, ticket: A7 } }

    """

  private static let failure = """
      - scenario: Without a connection no ticket is sold
        given:
          the server fails POST https://kiosk.example/tickets: connection lost
        when: the traveller taps Buy
        then: { the kiosk shows: { state: failed } }

    """

  /// A story that already buys a ticket in its background, to which its scenario is added.
  private static let boughtBefore = """
    story: Tickets
    module: kiosk
    background:
      given:
        the server answers POST https://kiosk.example/tickets: { after: 1 s, json: A7 }
      when: the traveller taps Buy
    scenarios:
      - scenario: A ticket is sold

    """

  @Test func `an app without mistakes has no findings`() throws {
    let (findings, counts) = try explore(Self.story + Self.failure, with: CarefulKiosk.self)
    #expect(findings == [])
    #expect(counts.scenarios == 2)
    #expect(counts.variations > 15)
  }

  @Test func `a run that several variations are compared with runs once`() throws {
    let asked = try explored(Self.story + Self.failure, with: CarefulKiosk.self).asked
    #expect(asked.count > 15)
    #expect(Set(asked).count == asked.count)
  }

  @Test func `a finding is the shortest scenario that fails`() throws {
    let findings = try explore(Self.story, with: HastyKiosk.self).findings
    #expect(findings.map(\.judge) == [.sentTwice, .passingState])
    #expect(
      findings.map(\.problem) == [
        "the app sends POST https://kiosk.example/tickets 2 times instead of once",
        "the kiosk shows: { state: buying }, which it otherwise shows only while a request is in flight",
      ])
    #expect(
      findings.map(\.scenario) == [
        """
          - scenario: The traveller taps Buy, twice at once
            steps:
              - given:
                  the server answers POST https://kiosk.example/tickets: { after: 1 s, json: A7 }
              - when: the traveller taps Buy
              - when: the traveller taps Buy
              - 10 min pass
              - then: 1 request was sent

        """,
        """
          - scenario: POST https://kiosk.example/tickets is answered with status 500
            steps:
              - given:
                  the server answers POST https://kiosk.example/tickets: { after: 1 s, status: 500 }
              - when: the traveller taps Buy
              - 10 min pass
              - then:
                  the kiosk shows: !not { state: buying }

        """,
      ])
  }

  @Test func `an exploration tries answers that lack a part`() throws {
    let story =
      Self.story.replacing("json: A7", with: "json: { tickets: [A7] }") + Self.failure
    let (findings, counts) = try explore(story, with: TrustingKiosk.self)
    #expect(counts.kinds["answers that lack a part"] == 2)
    #expect(findings.map(\.judge) == [.passingState])
    #expect(
      findings.map(\.change) == [
        #"POST https://kiosk.example/tickets is answered without "tickets""#
      ])
    #expect(findings.map(\.count) == [2])
  }

  @Test(arguments: [
    ("to?town=a,b", "'a,b'"), ("to?town=a;b", "a;b"), ("to?town=a%23b", "'a#b'"),
    ("to?town=a%0Ab", #""a\nb""#), (#"to?town='a"b""#, #""'a\"b\"""#), ("to?town=a+b", "a b"),
    ("{page}", "a"), ("to", "a"), ("to", "'\(String(repeating: "x, ", count: 1_400))'"),
  ])
  func `an exploration tries as much with any address and any text`(
    address: String, town: String
  ) throws {
    func explored(_ address: String, _ town: String) throws -> Exploration.Counts {
      let story = #"""
        story: Trains, and "more"; no.1
        module: timetable
        scenarios:
          - scenario: 'There are trains, to "a"; #1'
            given:
              the server answers GET https://trains.example/\#(address):
                after: 1 s
                headers: { X-Note: "a, b; c #1" }
                json: { trains: ["7, 8; #9"] }
            when: { the traveller asks for trains to: \#(town) }
            then:
              - eventually: { the timetable shows: !contains "7, 8; #9" }

        """#
      return try explore(story, with: TimetableModule.self).counts
    }
    let (plain, counts) = (try explored("to?town=a", "a"), try explored(address, town))
    #expect(plain.variations > 10)
    #expect(counts.variations == plain.variations)
    #expect(counts.kinds == plain.kinds)
  }

  @Test func `a task that never ends is a hard finding, and comes first`() throws {
    let finding = try #require(explore(Self.story, with: StubbornKiosk.self).findings.first)
    #expect(finding.judge == .hard)
    #expect(finding.problem.contains("never ends"))
    #expect(finding.failures == [finding.problem])
  }

  @Test func `what was added to a story is a known issue, and is not found again`() throws {
    let source = SourceFile(path: "kiosk.yaml", text: Self.story)
    let findings = try explore(Self.story, with: HastyKiosk.self).findings
    let text = try Finding.add(findings, to: source)
    #expect(text.hasPrefix(Self.story))
    #expect(
      text.contains(
        """
          - scenario: The traveller taps Buy, twice at once
            known issue: { found by explore: 1 request was sent }
            steps:

        """))
    let file = StoryFile(reading: SourceFile(path: "kiosk.yaml", text: text))
    let plan = Plan(
      [StorySource(file: file, folder: .none)], vocabularies: [Vocabulary(of: HastyKiosk.self)])
    #expect(plan.scenarios.map { Runner().run($0).verdict } == [.passed, .knownIssue, .knownIssue])
    #expect(try explore(text, with: HastyKiosk.self).findings == [])
  }

  @Test func `a finding that is right as it is, as a scenario says, is not found again`() throws {
    let story =
      Self.story + """
          - scenario: A traveller can buy two tickets at once
            steps:
              - given:
                  the server answers POST https://kiosk.example/tickets: { after: 1 s, json: A7 }
              - when: the traveller taps Buy
              - when: the traveller taps Buy
              - 10 min pass
              - then: 2 requests were sent

        """
    #expect(try explore(story, with: HastyKiosk.self).findings.map(\.judge) == [.passingState])
  }

  @Test func `a secret is masked in the title of a finding, and not in its steps`() throws {
    let findings = try explore(Self.story, with: HastyKiosk.self, secrets: ["Buy"]).findings
    let twice = try #require(findings.first { $0.judge == .sentTwice })
    #expect(twice.title == "The traveller taps •••, twice at once")
    #expect(twice.scenario.contains("The traveller taps •••, twice at once"))
    #expect(twice.scenario.contains("the traveller taps Buy\n"))
  }

  @Test func `a background that acts stays as it is, so that a finding can be added`() throws {
    let story =
      Self.boughtBefore + """
            steps:
              - eventually: { the kiosk shows: { state: sold } }
              - given:
                  the server answers POST https://kiosk.example/tickets: { after: 2 s, json: A8 }
              - when: the traveller taps Buy
              - then: { the kiosk shows: { state: buying } }

        """
    let findings = try explore(story, with: HastyKiosk.self).findings
    #expect(findings.map(\.judge) == [.passingState])
    #expect(findings.first?.scenario.contains("A7") == false)
    let source = SourceFile(path: "kiosk.yaml", text: story)
    #expect(try explore(Finding.add(findings, to: source), with: HastyKiosk.self).findings == [])
  }

  @Test func `a scenario whose acts are all in the background is counted as not varied`() throws {
    let story =
      Self.boughtBefore + """
            then:
              - eventually: { the kiosk shows: { state: sold } }

        """
    let found = try explore(story, with: HastyKiosk.self).counts
    let counts: [Int] = [found.variations, found.scenarios, found.fixed]
    #expect(counts == [0, 1, 1])
    #expect(try explore(Self.story, with: HastyKiosk.self).counts.fixed == 0)
  }

  @Test func `answers that are only for some requests fail as well`() throws {
    let story = Self.story.replacing(
      "{ after: 1 s, json: A7 }",
      with:
        "[{ when: { query: { class: first } }, json: A1 }, { after: 1 s, json: A7 }]"
    )
    let (findings, counts) = try explore(story, with: HastyKiosk.self)
    #expect(findings.map(\.judge).contains(.passingState))
    #expect(counts.unwritten == 0)
  }

  @Test func `failures that come after a time come at other times, too`() throws {
    let story = Self.failure.replacing(
      ": connection lost", with: ": { error: connection lost, after: 1 s }")
    let kinds = try explore(
      Self.story
        + story.replacing(
          "{ the kiosk shows: { state: failed } }",
          with: "{ for 2 s: { the kiosk shows: { state: buying } } }"),
      with: HastyKiosk.self
    ).counts.kinds
    #expect(kinds["times of answers"] == 6)
    #expect(kinds["acts twice"] == 2)
  }

  @Test func `a text that a person types is no state`() {
    func report(_ shown: String, sentences: [String]) -> ScenarioReport {
      var report = ScenarioReport(
        path: "a.yaml", titles: ["S", "A"], line: 1, lastLine: 2, module: "search", tags: [],
        verdict: .passed, reason: nil, storyNanoseconds: 0, seconds: 0, traceHash: "")
      let value = Value.mapping([.init("query", .text(shown))])
      var step = StepResult(
        text: "when …", outcome: .passed, shown: [.init(name: "it shows", value: value)],
        purpose: .act)
      step.sentences = sentences
      report.steps = [step]
      return report
    }
    let reports = ["dune", "emma"].map { report($0, sentences: ["the reader types \"\($0)\""]) }
    var states = ShownStates(typedIn: reports)
    states.add(ObservedRun(reports[0]), nil)
    func isNew(_ text: String) -> Bool {
      states.newCombination(in: .mapping([.init("query", .text(text))]), of: "it shows") != nil
    }
    #expect(!isNew("emma"))
    #expect(isNew("other"))
  }

  @Test func `a finding whose title is taken gets a number`() throws {
    let finding = try #require(explore(Self.story, with: HastyKiosk.self).findings.first)
    let source = SourceFile(path: "kiosk.yaml", text: Self.story)
    let file = StoryFile(
      reading: SourceFile(
        path: "kiosk.yaml", text: try Finding.add([finding, finding], to: source)))
    #expect(file.diagnostics == [])
    let titles = Set(file.stories.flatMap(\.scenarios).map(\.title.string))
    #expect(titles == ["A ticket is sold", finding.title, "\(finding.title) (2)"])
  }

  @Test func `a story in brackets can't be changed`() throws {
    let finding = try #require(explore(Self.story, with: HastyKiosk.self).findings.first)
    let source = SourceFile(
      path: "kiosk.yaml",
      text: "story: S\nmodule: kiosk\nscenarios: [{ scenario: A, when: the traveller taps Buy }]\n")
    #expect(throws: Diagnostic.self) { try Finding.add([finding], to: source) }
  }
}
