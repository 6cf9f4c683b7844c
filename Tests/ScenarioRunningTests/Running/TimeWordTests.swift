import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioKit
@testable import ScenarioRunning

@Suite("Time words")
struct TimeWordTests {
  /// Returns a scenario in which the lamp goes on at 100 ms, with the given step on line 7.
  private func lamp(_ step: String) -> String {
    scenario("lamp", "steps:\n  - when: the lamp goes on after 100 ms\n  - \(step)")
  }

  @Test(arguments: [
    "eventually: { the lamp is: on }",
    "within 100 ms: { the lamp is: on }",
    "within 1 d: { the lamp is: on }",
    "after 100 ms: { the lamp is: on }",
    "after 99 ms: { the lamp is: off }",
    "after 0 s: { the lamp is: off }",
    "for 99 ms: { the lamp is: off }",
    "never within 99 ms: { the lamp is: on }",
    "then: { the lamp is: off }",
  ])
  func `a timed check passes if it holds exactly at its limit`(step: String) async {
    let outcome = await tell(lamp(step), to: LampModule.self)
    #expect(outcome.verdict() == "passed")
    #expect(outcome.failures() == [])
  }

  @Test(arguments: [
    (
      "within 99 ms: { the lamp is: on }",
      """
      7:25 +99 ms the lamp is: not as expected, even after 99 ms
        expected  on   (s:7)
        actual    off
        The next event was due 1 ms later.
      """
    ),
    (
      "after 99 ms: { the lamp is: on }",
      """
      7:24 +99 ms the lamp is: not as expected
        expected  on   (s:7)
        actual    off
      """
    ),
    (
      "after 100 ms: { the lamp is: off }",
      """
      7:25 +100 ms the lamp is: not as expected
        expected  off   (s:7)
        actual    on
      """
    ),
    (
      "for 100 ms: { the lamp is: off }",
      """
      7:23 +100 ms the lamp is: not as expected, 100 ms later; it held until then
        expected  off   (s:7)
        actual    on
      """
    ),
    (
      "for 1 s: { the lamp is: on }",
      """
      7:20 the lamp is: not as expected
        expected  on   (s:7)
        actual    off
      """
    ),
    (
      "never within 100 ms: { the lamp is: on }",
      "7:32 +100 ms \"the lamp is\" became true after 100 ms"
    ),
    ("never within 1 s: { the lamp is: off }", "7:29 \"the lamp is\" became true at once"),
    (
      "eventually: { the lamp is: broken }",
      """
      7:23 +100 ms the lamp is: not as expected, and the app has no pending work
        expected  broken   (s:7)
        actual    on
      """
    ),
    (
      "eventually: the lamp was switched 2 times",
      """
      7:21 +100 ms the lamp was switched 1 time, not 2, and the app has no pending work
        1. at +100 ms  true
      """
    ),
    ("then: the lamp shines", "7:15 the lamp is dark\n  It is off."),
  ])
  func `a failed timed check reports the state at its time`(step: String, failure: String) async {
    let outcome = await tell(lamp(step), to: LampModule.self)
    #expect(outcome.verdict() == "failed")
    #expect(outcome.failures() == [failure])
  }

  @Test func `eventually fails after one minute of story time`() async {
    let outcome = await tell(
      scenario: """
        when: the lamp goes on after 10 min
        then: { eventually: { the lamp is: on } }
        """, to: LampModule.self)
    #expect(
      outcome.failures() == [
        """
        6:27 +1 min the lamp is: not as expected, even after 1 min
          expected  on   (s:6)
          actual    off
          The next event was due 9 min later.
        """
      ])
  }

  @Test func `never within fails if a number skips the one that must not come`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - when:
              at once: [the lamp goes on after 1 s, the lamp goes off after 1 s]
          - never within 2 s: the lamp was switched 1 time
        """, to: LampModule.self)
    #expect(
      outcome.failures() == [
        """
        8:27 +1 s "the lamp was switched 1 time" was passed over after 1 s: the lamp was switched 2 times, not 1
          Check under "for 2 s" that the number stays the same.
        """
      ])
    let passed = await tell(
      scenario: """
        steps:
          - when:
              at once: [the lamp goes on, the lamp goes on]
          - never within 2 s: the lamp was switched 1 time
        """, to: LampModule.self)
    #expect(
      passed.failures() == [
        """
        8:27 "the lamp was switched 1 time" was passed over at once: the lamp was switched 2 times, not 1
          Check under "for 2 s" that the number stays the same.
        """
      ])
  }

  @Test func `a time word counts from the end of the step before`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - when: the lamp goes on after 100 ms
          - for 40 ms: { the lamp is: off }
          - never within 40 ms: { the lamp is: on }
          - within 20 ms: { the lamp is: on }
          - when: the lamp goes off after 1 s
          - for 999 ms: { the lamp is: on }
          - after 1 ms: { the lamp is: off }
          - for 1 h: { the lamp is: off }
        """, to: LampModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.result()?.storyTime == .milliseconds(3_601_100))
  }

  @Test func `several checks under eventually hold at the same moment`() async {
    let outcome = await tell(
      scenario: """
        steps:
          - when: the lamp goes on after 100 ms
          - when: the lamp goes off after 200 ms
          - eventually: [{ the lamp is: off }, the lamp was switched 2 times]
        """, to: LampModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.result()?.storyTime == .milliseconds(200))
  }

  @Test func `every failed check under a time word is reported`() async {
    let outcome = await tell(
      scenario: """
        when: the lamp goes on after 100 ms
        then:
          - within 1 s: [{ the lamp is: broken }, the lamp shines, the lamp was switched 0 times]
        """, to: LampModule.self)
    #expect(
      outcome.failures() == [
        """
        7:24 +100 ms the lamp is: not as expected, and the app has no pending work
          expected  broken   (s:7)
          actual    on
        """,
        """
        7:64 +100 ms the lamp was switched 1 time, not 0, and the app has no pending work
          1. at +100 ms  true
        """,
      ])
  }

  @Test(arguments: [
    "[the lamp was switched 2 times, { the lamp is: on }]",
    "[{ the lamp is: on }, the lamp was switched 2 times]", "nobody uses it",
  ])
  func `never within fails if one of several checks holds`(checks: String) async {
    let phrases = """
      phrases:
        nobody uses it:
          - then: the lamp was switched 2 times
          - then: { the lamp is: on }

      """
    let outcome = await tell(
      phrases
        + scenario(
          "lamp",
          """
          when: the lamp goes on after 100 ms
          then: { never within 1 s: \(checks) }
          """), to: LampModule.self)
    let messages = outcome.result()?.failures.map(\.message)
    #expect(messages == ["\"the lamp is\" became true after 100 ms"])
  }

  @Test func `never within passes if none of several checks holds`() async {
    let outcome = await tell(
      scenario: """
        when: the lamp goes on after 100 ms
        then: { never within 99 ms: [{ the lamp is: on }, the lamp was switched 1 time] }
        """, to: LampModule.self)
    #expect(outcome.failures() == [])
  }

  @Test func `never within fails if the expected value is of another kind`() async {
    let outcome = await tell(
      scenario: "then: { never within 1 s: { the seconds are: \"9\" } }", to: StationModule.self)
    #expect(
      outcome.failures() == [
        """
        5:33 the seconds are: not as expected
          expected  "9"   (s:5)
          actual    0
                    the quotes require text, but this is a whole number
        """
      ])
  }

  @Test func `never within fails if a rule does not apply to the value`() async {
    let outcome = await tell(
      scenario: "then: { never within 1 s: { the lamp is: !above 3 } }", to: LampModule.self)
    #expect(
      outcome.failures() == [
        """
        5:33 the lamp is: not as expected
          expected  !above 3   (s:5)
          actual    off
                    !above needs a number here, but this is a text
        """
      ])
  }
}

@Suite("Step texts")
struct StepTextTests {
  @Test(arguments: [
    "the lamp is: !one of [on, \"off\"]", "the lamp is: { a: !one of [on, off] }",
    "the lamp is: !one-of [on, off]", "the lamp is: { a: !about 3.14 ± 0.01 }",
    "the lamp is: [!contains o]", "the lamp is: 'on'",
  ])
  func `the text of a step keeps the notation of its story`(sentence: String) {
    let lines = sentence.replacing("{ ", with: "\n        ").replacing(" }", with: "")
      .replacing("[!contains o]", with: "\n        - !contains o")
    let plan = plan(scenario: "then:\n  - \(lines)", for: LampModule.self)
    #expect(plan.scenarios.first?.steps.map(\.text) == ["then " + sentence])
  }
}

@Suite("Pauses")
struct PauseTests {
  @Test(arguments: [("100 ms passes", "on"), ("100 ms pass", "on"), ("99 ms pass", "off")])
  func `a pause lasts exactly its duration`(pause: String, state: String) async {
    let outcome = await tell(
      scenario(
        "lamp",
        "steps:\n  - when: [the lamp goes on after 100 ms, \(pause)]\n"
          + "  - then: { the lamp is: \(state) }"), to: LampModule.self)
    #expect(outcome.failures() == [])
  }

  @Test(arguments: [("2 min", Duration.seconds(120)), ("3 d", .seconds(3 * 86_400))])
  func `a pause may exceed the time limit of a step`(text: String, duration: Duration) async {
    let outcome = await tell(
      scenario: "when: \(text) pass\nthen: { the lamp is: off }", to: LampModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.result()?.storyTime == duration)
  }

  @Test func `a pause may appear in the background and under any keyword`() async {
    let outcome = await tell(
      """
      story: S
      module: lamp
      background: { given: 1 s passes }
      scenarios:
        - scenario: A
          given: 1 s passes
          when: [1 s passes, the lamp goes on after 1 s, 1 s passes]
          then: [{ the lamp is: on }, 1 s passes, { the lamp is: on }]
      """, to: LampModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.result()?.storyTime == .seconds(5))
  }

  @Test func `a pause is not run after a failed check`() async {
    let outcome = await tell(
      scenario: """
        when: the lamp goes on after 1 s
        then: [{ the lamp is: on }, the lamp shines, 1 s passes, { the lamp is: on }]
        """, to: LampModule.self)
    #expect(
      outcome.steps() == [
        "passed: when the lamp goes on after 1 s", "failed: then the lamp is: on",
        "failed: then the lamp shines", "notRun: then 1 s passes", "notRun: then the lamp is: on",
      ])
  }

  @Test func `a pause without a unit is reported`() {
    let plan = plan(scenario: "when: 100 pass\nthen: the lamp shines", for: LampModule.self)
    #expect(
      plan.undefinedSteps.map { DiagnosticFormatter().format($0) } == [
        """
        s.yaml:5:11: error: no step matches "100 pass"
          5 |     when: 100 pass
            |           ^~~~~~~~
          Write a unit after the number, as in: 100 ms pass
        """
      ])
  }
}
