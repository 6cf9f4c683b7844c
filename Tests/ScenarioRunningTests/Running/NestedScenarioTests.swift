import ScenarioRunning
import Simulation
import StoryTestSupport
import Testing

@Suite("Nested scenarios")
struct NestedScenarioTests {
  @Test func `a nested scenario continues where its parent ends`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            when: the lamp goes on after 1 s
            then: { after 1 s: { the lamp is: on } }
            scenarios:
              - scenario: B
                when: the lamp goes off after 1 s
                then: [{ the lamp is: on }, { after 1 s: { the lamp is: off } }]
                scenarios:
                  - scenario: C
                    then: [{ the lamp is: off }, the lamp was switched 2 times]
              - scenario: D
                then: [{ the lamp is: on }, the lamp was switched 1 time]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .passed, .passed, .passed])
    #expect(outcome.results.map(\.storyTime) == [1, 2, 2, 1].map { .seconds($0) })
    #expect(outcome.result(of: "C")?.steps.map(\.owner) == ["A", "A", "B", "B", "B", nil, nil])
    #expect(outcome.result(of: "C")?.name == "S › A › B › C")
  }

  @Test func `sibling scenarios share no state`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            when: someone writes "a" on it
            scenarios:
              - { scenario: B, when: someone writes "b" on it, then: { the writing is: ab } }
              - { scenario: C, when: someone writes "c" on it, then: { the writing is: ac } }
          - scenario: D
            then: { the writing is: "" }
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .passed, .passed, .passed])
  }

  @Test func `a nested scenario is blocked when its parent fails`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            then: { the lamp is: off }
            scenarios:
              - scenario: B
                then: { the lamp is: on }
                scenarios:
                  - scenario: C
                    when: the lamp goes on
                    then: { the lamp is: on }
              - scenario: D
                then: { the lamp is: off }
        """, to: LampModule.self)
    #expect(outcome.verdicts == ["passed", "failed", "blocked by B", "passed"])
    #expect(
      outcome.steps(of: "C") == [
        "passed: then the lamp is: off", "failed: then the lamp is: on",
        "notRun: when the lamp goes on",
        "notRun: then the lamp is: on",
      ])
    #expect(outcome.failures(of: "C") == outcome.failures(of: "B"))
  }

  @Test func `a nested scenario is blocked by its outermost failing parent`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            then: the lamp shines
            scenarios:
              - scenario: B
                then: the lamp shines
                scenarios: [{ scenario: C, then: the lamp shines }]
        """, to: LampModule.self)
    #expect(outcome.verdicts == ["failed", "blocked by A", "blocked by A"])
    #expect(outcome.failures(of: "C") == ["5:11 the lamp is dark\n  It is off."])
  }

  @Test func `a failing background fails nested scenarios instead of blocking them`() async {
    let outcome = await tell(
      """
      story: S
      module: lamp
      background: { then: the lamp shines }
      scenarios:
        - scenario: A
          when: the lamp goes on
          scenarios: [{ scenario: B, then: the lamp shines }]
      """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.failed, .failed])
    #expect(outcome.failures(of: "B") == ["3:21 the lamp is dark\n  It is off."])
  }

  @Test func `a nested scenario inherits each tag once`() async {
    let outcome = await tell(
      """
      story: S
      module: lamp
      tags: [a, "@b"]
      scenarios:
        - scenario: A
          tags: [c, a]
          when: the lamp goes on
          scenarios:
            - { scenario: B, tags: [d, c], then: the lamp shines }
            - { scenario: C, then: the lamp shines }
      """, to: LampModule.self)
    #expect(
      outcome.results.map(\.tags) == [["a", "b", "c"], ["a", "b", "c", "d"], ["a", "b", "c"]])
  }
}

@Suite("Scenarios with equal titles")
struct EqualTitleTests {
  @Test func `a scenario is blocked by the one around it that fails, not by one with its title`()
    async
  {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            then: { the lamp is: off }
            scenarios:
              - scenario: A
                then: the lamp shines
                scenarios: [{ scenario: A, when: the lamp goes on, then: the lamp shines }]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .failed, .blocked])
    #expect(outcome.results.map(\.blocker) == [nil, nil, 2])
  }

  @Test func `a known issue exempts all nested scenarios, also below one with its title`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            known issue: LAMP-7
            then: the lamp shines
            scenarios:
              - scenario: A
                then: { the lamp is: off }
                scenarios: [{ scenario: B, then: { the lamp is: off } }]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.knownIssue, .blocked, .blocked])
    #expect(outcome.results.map(\.exemption) == [nil, .knownIssue, .knownIssue])
  }

  @Test func `a known issue does not exempt what an outer scenario with its title blocks`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            then: the lamp shines
            scenarios:
              - scenario: A
                known issue: LAMP-7
                then: { the lamp is: on }
                scenarios: [{ scenario: B, then: { the lamp is: off } }]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.failed, .blocked, .blocked])
    #expect(outcome.results.map(\.exemption) == [nil, nil, nil])
  }

  @Test func `a known issue exempts nothing below another scenario with its title`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            known issue: LAMP-7
            then: the lamp shines
            scenarios: [{ scenario: B, then: { the lamp is: off } }]
          - scenario: C
            then: { the lamp is: off }
            scenarios:
              - scenario: A
                then: the lamp shines
                scenarios: [{ scenario: B, then: { the lamp is: off } }]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.knownIssue, .blocked, .passed, .failed, .blocked])
    #expect(outcome.results.map(\.exemption) == [nil, .knownIssue, nil, nil, nil])
  }

  @Test func `a skip and tags belong to one of several scenarios with the same title`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            tags: [slow]
            skip: until dusk
            then: the lamp shines
            scenarios: [{ scenario: A, tags: [dim], then: the lamp shines }]
          - scenario: B
            then: { the lamp is: off }
            scenarios: [{ scenario: A, when: the lamp goes on, then: the lamp shines }]
        """, to: LampModule.self)
    #expect(outcome.results.map(\.verdict) == [.skipped, .skipped, .passed, .passed])
    #expect(outcome.results.map(\.tags) == [["slow"], ["slow", "dim"], [], []])
  }

  @Test func `a passing scenario blocks nothing below one with its title that fails`() async {
    let outcome = await tell(
      story(
        "station",
        """
          - scenario: A
            when: the announcer waits for quiet
            scenarios:
              - scenario: A
                when: everybody is quiet
                then: { after 2 s: nothing is wrong }
                scenarios: [{ scenario: B, then: nothing is wrong }]
        """), to: StationModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .failed, .failed])
  }
}

@Suite("Skipped scenarios and known issues")
struct MarkedScenarioTests {
  @Test func `a skipped scenario and its nested scenarios are not run`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            skip: until there is power
            then: the lamp shines
            scenarios:
              - { scenario: B, then: the lamp shines }
              - { scenario: C, skip: until dusk, then: the lamp shines }
          - { scenario: D, skip: only an idea }
        """, to: LampModule.self)
    #expect(
      outcome.verdicts == [
        "skipped: until there is power", "skipped: until there is power", "skipped: until dusk",
        "skipped: only an idea",
      ])
    #expect(outcome.steps(of: "A") == ["notRun: then the lamp shines"])
    #expect(outcome.results.allSatisfy { $0.failures.isEmpty && $0.trace.isEmpty })
  }

  @Test func `a failing scenario with a known issue counts as known issue`() async {
    let outcome = await tell(
      scenario: "known issue: LAMP-7\nthen: the lamp shines", to: LampModule.self)
    #expect(outcome.verdict() == "known issue: LAMP-7")
    #expect(outcome.failures() == ["6:11 the lamp is dark\n  It is off."])
  }

  @Test(arguments: [
    ("the lamp is", true), ("The lamp is", true), ("the lamp is: not as expected", true),
    ("the lamp is: nicht wie erwartet", true), ("the lamp", false), ("not as expected", false),
    ("the lamp shines", false), ("the lamp is: nicht", false),
  ])
  func `a known issue names the step that fails, or the failure`(name: String, isSame: Bool) async {
    let text = scenario(
      "lamp", "known issue: { LAMP-7: \"\(name)\" }\nthen: { the lamp is: on }")
    let outcome = await tell("language: de\n" + text, to: LampModule.self)
    #expect(outcome.verdict() == (isSame ? "known issue: LAMP-7" : "failed"))
  }

  @Test func `a passing scenario with a known issue fails`() async {
    let outcome = await tell(
      scenario: "known issue: LAMP-7\nwhen: the lamp goes on\nthen: the lamp shines",
      to: LampModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(
      outcome.failures() == [
        """
        4:15 the known issue "LAMP-7" is solved: the scenario passes
          Remove the line "known issue".
        """
      ])
  }

  @Test func `a scenario with a known issue is blocked by its failing parent`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            then: the lamp shines
            scenarios: [{ scenario: B, known issue: LAMP-7, then: the lamp shines }]
          - scenario: C
            known issue: LAMP-8
            then: the lamp shines
            scenarios: [{ scenario: D, then: the lamp shines }]
        """, to: LampModule.self)
    #expect(outcome.verdicts == ["failed", "blocked by A", "known issue: LAMP-8", "blocked by C"])
  }

  @Test func `a known issue does not apply to nested scenarios`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            known issue: LAMP-7
            when: 1 s passes
            scenarios:
              - { scenario: B, then: the lamp shines }
              - { scenario: C, known issue: LAMP-8, then: the lamp shines }
        """, to: LampModule.self)
    #expect(outcome.verdicts == ["failed", "failed", "known issue: LAMP-8"])
  }
}
