import ScenarioEngine
import Testing

@Suite("A request without an answer")
struct TimelineRequestTests {
  private func failures(_ steps: String) async -> [String] {
    await tell(scenario("search", steps), to: SearchModule.self).failures()
  }

  private func words(_ path: String) -> String {
    "the app sent GET https://a.example/\(path), and the server has no answer set up for it"
  }

  private func remedy(_ path: String) -> String {
    "\n  Write on a line below \"given:\": "
      + "the server answers GET https://a.example/\(path): { status: 200 }"
  }

  @Test func `is told first, at its time and at the letter that led to it`() async {
    let told = await failures(
      """
      timeline:
        step: 100 ms
        values: { r: rain, s: sun, 0: 0, 1: 1 }
        when:
          the reader taps reload: -----x
          the reader types:       r-s---
        then:
          the hits are:           0--1--
      """)
    #expect(
      told == [
        "10:33 +250 ms " + words("rain") + remedy("rain"),
        "10:35 +450 ms " + words("sun") + remedy("sun"),
        // Its task was started by no act.
        "9:38 +500 ms " + words("reload") + remedy("reload"),
        """
        12:36 +300 ms the hits are: not as drawn
          expected                0--1--
          actual                  0-----
                                     ^ +300 ms
          the reader taps reload  -----x
          the reader types        r-s---
        """,
      ])
  }

  @Test func `is told once where an act waits for it`() async {
    #expect(
      await failures(
        """
        timeline:
          step: 1 s
          values: { r: /rain }
          when: { the reader waits for: -r-r }
        """) == ["8:38 +1 s " + words("rain") + remedy("rain")])
  }

  @Test func `of a step before it is told at the timeline`() async {
    let told = await failures(
      """
      steps:
        - when: { the reader types: rain }
        - timeline: { step: 1 s, values: { s: sun }, when: { the reader types: -s } }
      """)
    #expect(
      told == [
        "7:60 +250 ms " + words("rain") + remedy("rain"),
        "7:79 +1.25 s " + words("sun") + remedy("sun"),
      ])
  }

  @Test func `after the last step is worth a note`() async {
    let told = await tell(
      scenario("search", "when: the reader goes, and the app says goodbye"), to: SearchModule.self)
    #expect(told.verdict() == "passed")
    #expect(told.notes() == ["4:15 after the last step, at +1 s, " + words("goodbye")])
  }

  @Test func `after the last step may be that of a nested scenario`() async {
    let told = await tell(
      story(
        "search",
        """
          - scenario: A
            when: the reader goes, and the app says goodbye
            scenarios:
              - scenario: B
                given: { the server answers GET https://a.example/goodbye: {} }
        """), to: SearchModule.self)
    #expect(told.results.map(\.verdict) == [.passed, .passed])
    #expect(told.results.flatMap(\.notes) == [])
  }
}

@Suite("A timeline")
struct TimelineStandstillTests {
  @Test(arguments: [
    (
      "when: { the reader leaves: -x-x, the reader taps reload: x }",
      "the server answers GET https://a.example/reload: {}",
      """
      9:35 +400 ms a task that "the reader leaves" started never ends: it waits for something \
      that never comes
      """
    ),
    (
      "then: { the hits will be: \"#\" }", "the server answers GET https://a.example/x: {}",
      "9:34 the hits will be: no time may pass in a check, but this one waits"
    ),
    (
      "then: { the hits are never: \"--#\" }", "the server answers GET https://a.example/x: {}",
      """
      9:36 the hits are never: the check does not end: nothing more will happen: the app waits \
      for something that never comes
      """
    ),
  ])
  func `says which of its rows stands still`(row: String, given: String, failure: String) async {
    let told = await tell(
      scenario(
        "search",
        """
        given: { \(given) }
        timeline:
          step: 100 ms
          values: { 0: 0 }
          \(row)
          \(row.hasPrefix("when") ? "then" : "when"): \
        \(row.hasPrefix("when") ? "{ the hits are: 0 }" : "{ the reader leaves: 0 }")
        """), to: SearchModule.self)
    #expect(told.failures() == [failure])
  }
}
