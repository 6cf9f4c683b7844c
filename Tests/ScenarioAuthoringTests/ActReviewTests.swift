import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

/// Returns the diagnostics of a review of scenarios, which run in this process.
func review(of scenarios: [PlannedScenario]) -> [Diagnostic] {
  ActReview.diagnostics(
    for: scenarios.flatMap { scenario in
      ([scenario] + scenario.trials).map { Runner().run($0) }
    })
}

@Suite("Unnecessary acts")
struct ActReviewTests {
  private func notes(_ steps: String) async -> [Diagnostic] {
    let plan = plan(scenario: steps, for: LampModule.self)
    #expect(!plan.scenarios.isEmpty)
    return review(of: plan.scenarios)
  }

  @Test func `an act that no check needs is noted at the next check`() async {
    let notes = await notes(
      """
      when: someone writes "x" on it
      then: [{ the lamp is: off }, the lamp was switched 0 times]
      """)
    #expect(
      DiagnosticFormatter().format(notes) == """
        s.yaml:6:14: note: the checks from here on hold without "someone writes "x" on it"
          6 |     then: [{ the lamp is: off }, the lamp was switched 0 times]
            |              ^~~~~~~~~~~
          If this should change something, correct it or add a check for the change.
        """)
  }

  @Test(arguments: [
    // One of the checks needs the act.
    "when: the lamp goes on\nthen: [the writing is: \"\", the lamp shines]",
    // A check that waits needs the act.
    "when: the lamp goes on after 1 s\nthen: { within 2 s: the lamp shines }",
    // There is no act between two checks of the same moment.
    "given: the lamp is bought switched on\nthen: [the lamp shines, { the lamp is: on }]",
    // Only scenarios that pass are reviewed.
    "skip: later\nwhen: the lamp goes on\nthen: { the writing is: \"\" }",
    "known issue: L-1\nwhen: the lamp goes on\nthen: [the writing is: \"\", the lamp is: off]",
    // The acts of a timeline are not reviewed.
    "timeline: { step: 1 s, values: { o: off }, when: { the lamp goes on: \"-o\" }, then: { the writing is: \"--\" } }",
  ])
  func `acts that are needed or cannot be reviewed get no note`(steps: String) async {
    #expect(await notes(steps).map(\.message) == [])
  }

  @Test func `a scenario that fails is an error of a review`() async {
    let notes = await notes("when: the lamp goes on\nthen: { the lamp is: off }")
    #expect(
      DiagnosticFormatter().format(notes) == """
        s.yaml:6:13: error: "A" fails here: the lamp is: not as expected
          6 |     then: { the lamp is: off }
            |             ^~~~~~~~~~~
          Run "scenarios run s.yaml:4" to see more.
        """)
  }

  @Test(arguments: [
    (
      "when: [the lamp goes on, someone writes \"x\" on it]",
      "\"the lamp goes on\" and \"someone writes \"x\" on it\""
    ),
    (
      "when: [someone writes \"x\" on it, someone writes \"y\" on it, the lamp goes on]",
      "the 3 steps before it"
    ),
  ])
  func `several unnecessary acts share one note`(acts: String, words: String) async {
    #expect(
      await notes(acts + "\nthen: { for 1 s: the lamp was switched 0 times }").map(\.rule)
        == [.failingScenario])
    #expect(
      await notes(
        acts.replacing("the lamp goes on", with: "someone writes \"z\" on it")
          + "\nthen: { for 1 s: the lamp was switched 0 times }"
      )
      .map(\.message) == [
        "the checks from here on hold without \(words.replacing("the lamp goes on", with: "someone writes \"z\" on it"))"
      ])
  }

  @Test func `each round of acts and checks is reviewed once`() async {
    let notes = await notes(
      """
      steps:
        - when: the lamp goes on
        - then: the lamp shines
        - when: someone writes "x" on it
        - then: the lamp shines
        - when: someone writes "y" on it
        - then: { the writing is: xy }
      scenarios:
        - scenario: B
          when: the lamp goes on
          then: the lamp shines
      """)
    #expect(notes.map(\.start.line) == [9, 15])
  }

  @Test func `acts of outer scenarios are not reviewed in nested scenarios`() async {
    let notes = await notes(
      """
      when: someone writes "x" on it
      scenarios:
        - { scenario: B, then: { the lamp is: off } }
        - { scenario: C, when: the lamp goes on, then: the lamp shines }
        - { scenario: D, when: someone writes "y" on it, then: { the writing is: xy } }
        - { scenario: E, when: someone writes "y" on it, then: { the lamp is: off } }
      """)
    #expect(
      notes.map(\.message) == [
        "the checks from here on hold without \"someone writes \"y\" on it\""
      ])
    #expect(notes.map(\.start.line) == [10])
  }

  @Test func `preparations after an act are kept when the act is reviewed`() async {
    // The lamp shines without the act because the preparation after the act turns it on.
    let notes = await notes(
      """
      steps:
        - when: someone writes "x" on it
        - given: the lamp is bought switched on
        - then: the lamp shines
      """)
    #expect(notes.map(\.start.line) == [8])
  }
}
