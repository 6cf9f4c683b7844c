import ScenarioEngine
import Simulation
import Testing

@Suite("A nested scenario")
struct NestedScenarioTests {
  @Test func `continues where its parent left off`() async {
    let told = await tell(
      story(
        "lamp",
        """
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
        """), to: LampModule.self)
    #expect(told.results.map(\.verdict) == [.passed, .passed, .passed, .passed])
    #expect(told.results.map(\.storyTime) == [1, 2, 2, 1].map { .seconds($0) })
    #expect(
      told.result(of: "C")?.steps.map(\.owner) == ["A", "A", "B", "B", "B", nil, nil])
    #expect(told.result(of: "C")?.scenario.name == "S › A › B › C")
  }

  @Test func `shares nothing with those beside it`() async {
    let told = await tell(
      story(
        "lamp",
        """
          - scenario: A
            when: someone writes "a" on it
            scenarios:
              - { scenario: B, when: someone writes "b" on it, then: { the writing is: ab } }
              - { scenario: C, when: someone writes "c" on it, then: { the writing is: ac } }
          - scenario: D
            then: { the writing is: "" }
        """), to: LampModule.self)
    #expect(told.results.map(\.verdict) == [.passed, .passed, .passed, .passed])
  }

  @Test func `is blocked by the parent that fails`() async {
    let told = await tell(
      story(
        "lamp",
        """
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
        """), to: LampModule.self)
    #expect(
      ["A", "B", "C", "D"].map { told.verdict(on: $0) } == [
        "passed", "failed", "blocked by B", "passed",
      ])
    #expect(
      told.steps(of: "C") == [
        "passed: then the lamp is: off", "failed: then the lamp is: on",
        "notRun: when the lamp goes on",
        "notRun: then the lamp is: on",
      ])
    #expect(told.failures(of: "C") == told.failures(of: "B"))
  }

  @Test func `is blocked by the outermost of the parents that fail`() async {
    let told = await tell(
      story(
        "lamp",
        """
          - scenario: A
            then: the lamp shines
            scenarios:
              - scenario: B
                then: the lamp shines
                scenarios: [{ scenario: C, then: the lamp shines }]
        """), to: LampModule.self)
    #expect(told.verdict(on: "B") == "blocked by A")
    #expect(told.verdict(on: "C") == "blocked by A")
    #expect(told.failures(of: "C") == ["5:11 the lamp is dark\n  It is off."])
  }

  @Test func `fails itself where the background fails`() async {
    let told = await tell(
      """
      story: S
      module: lamp
      background: { then: the lamp shines }
      scenarios:
        - scenario: A
          when: the lamp goes on
          scenarios: [{ scenario: B, then: the lamp shines }]
      """, to: LampModule.self)
    #expect(told.results.map(\.verdict) == [.failed, .failed])
    #expect(told.failures(of: "B") == ["3:21 the lamp is dark\n  It is off."])
  }

  @Test func `takes over tags, once each`() async {
    let told = await tell(
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
      told.results.map(\.scenario.tags) == [
        ["a", "b", "c"], ["a", "b", "c", "d"], ["a", "b", "c"],
      ])
  }
}

@Suite("A scenario with a mark")
struct MarkedScenarioTests {
  @Test func `that says to skip it is not run, nor are those inside`() async {
    let told = await tell(
      story(
        "lamp",
        """
          - scenario: A
            skip: until there is power
            then: the lamp shines
            scenarios:
              - { scenario: B, then: the lamp shines }
              - { scenario: C, skip: until dusk, then: the lamp shines }
          - { scenario: D, skip: only an idea }
        """), to: LampModule.self)
    #expect(
      ["A", "B", "C", "D"].map { told.verdict(on: $0) } == [
        "skipped: until there is power", "skipped: until there is power", "skipped: until dusk",
        "skipped: only an idea",
      ])
    #expect(told.steps(of: "A") == ["notRun: then the lamp shines"])
    #expect(told.results.allSatisfy { $0.failures.isEmpty && $0.trace.entries.isEmpty })
  }

  @Test func `of a known issue may fail`() async {
    let told = await tell(
      scenario("lamp", "known issue: LAMP-7\nthen: the lamp shines"), to: LampModule.self)
    #expect(told.verdict() == "known issue: LAMP-7")
    #expect(told.failures() == ["6:11 the lamp is dark\n  It is off."])
  }

  @Test func `of a known issue fails where it passes`() async {
    let told = await tell(
      scenario("lamp", "known issue: LAMP-7\nwhen: the lamp goes on\nthen: the lamp shines"),
      to: LampModule.self)
    #expect(told.verdict() == "failed")
    #expect(
      told.failures() == [
        """
        4:15 the known issue "LAMP-7" is solved: the scenario passes
          Take the line "known issue" away.
        """
      ])
  }

  @Test func `of a known issue is blocked by a parent without one`() async {
    let told = await tell(
      story(
        "lamp",
        """
          - scenario: A
            then: the lamp shines
            scenarios: [{ scenario: B, known issue: LAMP-7, then: the lamp shines }]
          - scenario: C
            known issue: LAMP-8
            then: the lamp shines
            scenarios: [{ scenario: D, then: the lamp shines }]
        """), to: LampModule.self)
    #expect(
      ["A", "B", "C", "D"].map { told.verdict(on: $0) } == [
        "failed", "blocked by A", "known issue: LAMP-8", "blocked by C",
      ])
  }

  @Test func `of a known issue has it for itself, not for those inside`() async {
    let told = await tell(
      story(
        "lamp",
        """
          - scenario: A
            known issue: LAMP-7
            when: 1 s passes
            scenarios:
              - { scenario: B, then: the lamp shines }
              - { scenario: C, known issue: LAMP-8, then: the lamp shines }
        """), to: LampModule.self)
    #expect(told.verdict(on: "A") == "failed")
    #expect(told.verdict(on: "B") == "failed")
    #expect(told.verdict(on: "C") == "known issue: LAMP-8")
  }
}
