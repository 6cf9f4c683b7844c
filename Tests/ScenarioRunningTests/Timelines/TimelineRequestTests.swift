import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Unanswered requests")
struct TimelineRequestTests {
  private func failures(_ steps: String) async -> [String] {
    await tell(scenario: steps, to: SearchModule.self).failures()
  }

  private func words(_ path: String) -> String {
    "the app sent GET https://a.example/\(path), but no answer is defined for it"
  }

  private func hint(_ path: String) -> String {
    "\n  Add \"given:\" before the other steps, and below it: "
      + "the server answers GET https://a.example/\(path): { json: … }"
  }

  @Test func `unanswered requests in a timeline are reported before mismatching rows`() async {
    let outcome = await failures(
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
      outcome == [
        "10:33 +250 ms " + words("rain") + hint("rain"),
        "10:35 +450 ms " + words("sun") + hint("sun"),
        // No act started the task of this request, so it is reported at the timeline.
        "9:38 +500 ms " + words("reload") + hint("reload"),
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

  @Test func `an unanswered request of a waiting act is reported once`() async {
    #expect(
      await failures(
        """
        timeline:
          step: 1 s
          values: { r: /rain }
          when: { the reader waits for: -r-r }
        """) == ["8:38 +1 s " + words("rain") + hint("rain")])
  }

  @Test func `an unanswered request of an earlier step is reported at the timeline`() async {
    let outcome = await failures(
      """
      steps:
        - when: { the reader types: rain }
        - timeline: { step: 1 s, values: { s: sun }, when: { the reader types: -s } }
      """)
    #expect(
      outcome == [
        "7:60 +250 ms " + words("rain") + hint("rain"),
        "7:79 +1.25 s " + words("sun") + hint("sun"),
      ])
  }

  @Test func `an unanswered request after the last step is a note`() async {
    let outcome = await tell(
      scenario: "when: the reader goes, and the app says goodbye", to: SearchModule.self)
    #expect(outcome.verdict() == "passed")
    #expect(outcome.notes() == ["4:15 after the last step, at +1 s, " + words("goodbye")])
  }

  @Test func `a nested scenario's answer covers a request after its parent's steps`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            when: the reader goes, and the app says goodbye
            scenarios:
              - scenario: B
                given: { the server answers GET https://a.example/goodbye: {} }
        """, to: SearchModule.self)
    #expect(outcome.results.map(\.verdict) == [.passed, .passed])
    #expect(outcome.results.flatMap(\.notes) == [])
  }
}

@Suite("Timelines that do not end")
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
      "then: { the hits never rest: \"#\" }", "the server answers GET https://a.example/x: {}",
      """
      9:37 the hits never rest: the check does not end: the app never comes to rest: 100000 jobs \
      ran within 1 ms of story time
      """
    ),
  ])
  func `a timeline row that waits or never ends is reported`(
    row: String, given: String, failure: String
  ) async {
    let outcome = await tell(
      scenario: """
        given: { \(given) }
        timeline:
          step: 100 ms
          values: { 0: 0 }
          \(row)
          \(row.hasPrefix("when") ? "then" : "when"): \
        \(row.hasPrefix("when") ? "{ the hits are: 0 }" : "{ the reader leaves: 0 }")
        """, to: SearchModule.self)
    #expect(outcome.failures() == [failure])
  }
}
