import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Timed checks")
struct LookTests {
  private func failures(_ steps: String) async -> [String] {
    await tell(scenario: steps, to: StationModule.self).failures()
  }

  @Test(arguments: [
    // The value cannot be read at first, but can be read later.
    "{ eventually: { the board shows: Oslo } }",
    "{ within 100 ms: { the board shows: Oslo } }",
    "{ after 100 ms: { the board shows: Oslo } }",
  ])
  func `a timed check may throw errors until it holds`(check: String) async {
    #expect(await failures("when: the board is there after 100 ms\nthen: \(check)") == [])
  }

  @Test(arguments: [
    (
      "when: 1 s passes\nthen: { never within 1 s: { the board shows: Oslo } }",
      "6:33 +1 s the check failed: there is no board"
    ),
    (
      """
      when: the board is taken away after 100 ms
      then: { never within 1 s: the board shows no delay }
      """,
      "6:31 +100 ms the check failed: there is no board"
    ),
    (
      "when: 1 s passes\nthen: { eventually: { the board shows: Oslo } }",
      "6:27 +1 s the check failed: there is no board, and the app has no pending work"
    ),
    (
      """
      when: the board is taken away after 100 ms
      then: { for 1 s: { the board shows: Oslo } }
      """,
      "6:24 +100 ms the check failed: there is no board, 100 ms later; it held until then"
    ),
  ])
  func `a timed check that throws an error fails`(steps: String, failure: String) async {
    #expect(await failures(steps) == [failure])
  }

  @Test func `never within fails if its observation never shows a value`() async {
    let check = "then: { never within 1 s: { the first train goes to: Rome } }"
    #expect(
      await failures("when: 1 s passes\n\(check)") == [
        """
        6:33 +2 s no train is on the board, so nothing was compared
          If it must stay missing, check that under "for 1 s".
        """
      ])
    #expect(await failures("when: the board is there after 100 ms\n\(check)") == [])
    #expect(
      await failures(
        "when: the board is there after 100 ms\n\(check.replacing("Rome", with: "Oslo"))")
        == ["6:33 +100 ms \"the first train goes to\" became true after 100 ms"])
  }

  @Test func `never within passes if a check itself always reports a failure`() async {
    let acts = "when: [the board is there after 1 ms, 1 s passes]"
    #expect(await failures("\(acts)\nthen: { never within 1 s: the board shows no delay }") == [])
  }

  @Test(arguments: [
    // Either only the clock advances, or the next event is long after the end.
    "1 ms passes", "a train comes in after 50 s",
  ])
  func `a timed check also runs at the end of its time`(act: String) async {
    let pause = act == "1 ms passes" ? "999 ms pass" : "1 s passes"
    let began = "when: [\(act), \(pause)]\nthen: "
    #expect(
      await failures(began + "{ for 5 s: { the seconds are: 1 } }") == [
        """
        6:24 +6 s the seconds are: not as expected, 5 s later; it held until then
          expected  1   (s:6)
          actual    6
        """
      ])
    #expect(
      await failures(began + "{ never within 5 s: { the seconds are: 6 } }")
        == ["6:33 +6 s \"the seconds are\" became true after 5 s"])
    #expect(await failures(began + "{ for 4.9 s: { the seconds are: !below 6 } }") == [])
  }

  @Test func `a within check also runs at its limit`() async {
    let outcome = await failures(
      """
      when: a train comes in after 50 s
      then: { within 5 s: { the seconds are: 5 } }
      """)
    #expect(outcome == [])
  }

  private func failuresWithTicks(_ steps: String) async -> [String] {
    await tell(scenario: steps, to: StationModule.self, by: Runner(eventLimit: 1000)).failures()
  }

  @Test(arguments: [
    (
      "for 3 d: nothing is wrong", "the announcer speaks every 1 ms",
      "7:18 +1 s something happens every 1 ms without end: after 1000 events, at +1 s, "
        + "the step was stopped"
    ),
    ("never within 10 h: { the seconds are: 99 }", "the announcer speaks every 1 min", ""),
    (
      "when: 3 d pass", "the announcer speaks now and then",
      "7:15 +1.999 s something happens again and again without end: after 1000 events, "
        + "at +1.999 s, the step was stopped"
    ),
  ])
  func `a step with endless events ends at the event limit`(
    step: String, act: String, failure: String
  ) async {
    let outcome = await failuresWithTicks("steps:\n  - when: \(act)\n  - \(step)")
    #expect(outcome == (failure.isEmpty ? [] : [failure]))
  }

  @Test func `a timeline with endless events ends at the event limit`() async {
    let outcome = await failuresWithTicks(
      """
      timeline:
        step: 1 d
        when: { the announcer speaks every 1 ms: x- }
      """)
    #expect(
      outcome == [
        "7:48 +1 s something happens every 1 ms without end: after 1000 events, at +1 s, "
          + "the step was stopped"
      ])
  }

  @Test func `the usual event limit allows an hour of screen updates`() {
    #expect(Runner.defaultEventLimit > 60 * 60 * 60)
  }
}
