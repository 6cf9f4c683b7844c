import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioAuthoring

/// Mistakes that show only after several acts, which no story has one after the other.
@Suite("Exploring journeys")
struct ExplorationOfJourneysTests {
  private static let story = """
    story: The gate
    module: gate

    background:
      given: it is morning

    always:
      - the gate is sound: true

    scenarios:
      - scenario: The code is wrong
        when: the guest enters "9999"
        then: { the gate shows: { isOpen: false, message: The code is wrong } }

        scenarios:
          - scenario: It is wrong again
            when: the guest enters "8888"
            then: { the gate shows: { isOpen: false, message: The code is wrong } }

          - scenario: It is right now
            when: the guest enters "1234"
            then: { the gate shows: { isOpen: true } }

      - scenario: The guest leaves
        when:
          - the guest enters "1234"
          - the guest leaves
        then: { the gate shows: { isOpen: false } }

    """

  @Test func `acts that end where they began, and change what comes then, are a finding`() throws {
    let (findings, counts) = try explore(
      Self.story, with: KeepsCountingGate.self, journeys: (100, 1))
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.judge == .anotherWay)
    #expect(finding.change == "5 of 12 acts of a journey with --seed 1")
    #expect(
      finding.problem
        == "the gate shows: { message: The gate is locked }, but { message: The code is wrong } after the same act in a story"
    )
    #expect(
      finding.scenario == """
          - scenario: The guest enters "9999", then the guest enters "9999", then the guest enters \
        "1234", then the guest leaves, then the guest enters "9999"
            steps:
              - when: the guest enters "9999"
              - 50 s pass
              - when: the guest enters "9999"
              - 50 s pass
              - when: the guest enters "1234"
              - 50 s pass
              - when: the guest leaves
              - 50 s pass
              - when: the guest enters "9999"
              - 50 s pass
              - then:
                  the gate shows: { message: The code is wrong }

        """)
    #expect(counts.kinds["journeys"] == 100)
  }

  @Test func `a journey that breaks what always holds is shortened to the acts it takes`() throws {
    let (findings, _) = try explore(Self.story, with: FailsInTheEndGate.self, journeys: (20, 1))
    let finding = try #require(findings.first)
    #expect(finding.judge == .hard)
    #expect(finding.title == "The guest leaves, then the guest leaves, then the guest leaves")
  }

  @Test func `the title of a journey masks the secrets of all scenarios with its acts`() throws {
    // No scenario has all three.
    let findings = try explore(
      Self.story, with: KeepsCountingGate.self, secrets: ["9999", "1234", "leaves"],
      journeys: (100, 1)
    ).findings
    #expect(
      findings.map(\.title) == [
        """
        The guest enters "•••", then the guest enters "•••", then the guest enters "•••", then the \
        guest •••, then the guest enters "•••"
        """
      ])
  }

  @Test func `a journey for which no time is left is not tried`() throws {
    var calls = 0
    let (_, counts) = try explore(Self.story, with: CarefulGate.self, journeys: (5000, 1)) {
      calls += 1
      return calls > 100
    }
    #expect(counts.untried == 5000)
  }

  @Test func `a refused act ends a journey, times of day differ, and neither is a finding`() throws
  {
    let (findings, counts) = try explore(Self.story, with: CarefulGate.self, journeys: (100, 1))
    #expect(findings.map(\.problem) == [])
    #expect(counts.ended > 0)
  }

  @Test func `an act that shows nothing is no part of a journey, because it may change much`()
    throws
  {
    let story =
      Self.story + """
          - scenario: The gate is unplugged
            when: the guard unplugs the gate
            then: { the gate shows: { isOpen: false } }

        """
    #expect(try explore(story, with: CarefulGate.self, journeys: (50, 1)).findings == [])
  }

  @Test func `the same seed chooses the same journeys, and another one others`() throws {
    func asked(_ seed: UInt64) throws -> Set<VariedScenarios> {
      Set(try explored(Self.story, with: CarefulGate.self, journeys: (5, seed)).asked)
    }
    let first = try asked(1)
    #expect(try asked(1) == first)
    #expect(try asked(2).subtracting(first).count == 5)
  }

  @Test func `a careful app has no findings on journeys with a server and timers`() throws {
    let story = ExplorationSequenceTests.story
    #expect(try explore(story, with: CarefulShelf.self, journeys: (40, 1)).findings == [])
  }
}
