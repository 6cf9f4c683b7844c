import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Waits that hold at once")
struct WaitReviewTests {
  /// Returns the notes on steps after a request.
  private func notes(_ steps: String, answer: String = "after: 1 s, text: a") -> [Diagnostic] {
    let text = """
      story: S
      module: news
      scenarios:
        - scenario: A
          given: { the server answers GET https://news.example/latest: { \(answer) } }
          when: the reader taps load
          then: \(steps)
          scenarios:
            - { scenario: B, then: { the screen shows: { state: !any } } }
      """
    let plan = plan(text, for: [Vocabulary(of: NewsModule.self)])
    #expect(plan.errors == [])
    let runner = Runner(contents: .details)
    return WaitReview.diagnostics(for: plan.scenarios, ranAs: plan.scenarios.map { runner.run($0) })
  }

  @Test(arguments: ["eventually", "within 2 s"])
  func `a wait that holds before an answer that is due is noted once`(word: String) {
    let found = notes("{ \(word): { the screen shows: { type: !absent } } }")
    let message = "this holds at once, before the app gets an answer that is due"
    #expect(found.map { "\($0.start.line) \($0.message)" } == ["7 \(message)"])
    #expect(
      found.flatMap(\.hints) == [
        "Omit \"\(word)\" if that is meant, or check what changes with the answer."
      ])
  }

  @Test(arguments: [
    "{ eventually: { the screen shows: { state: loaded } } }",
    "{ the screen shows: { state: loading } }",
    "{ for 500 ms: { the screen shows: { state: loading } } }",
    "[after 1 s: { the screen shows: { state: loaded } }, eventually: the screen was updated 2 times]",
  ]) func `a check that waits, or that need not, has no note`(steps: String) {
    #expect(notes(steps).map(\.message) == [])
  }

  @Test func `a wait for an answer that came at once has no note`() {
    let check = "{ eventually: { the screen shows: { state: loaded } } }"
    #expect(notes(check, answer: "text: a").map(\.message) == [])
  }

  @Test func `a wait in a scenario in which the server never answers has no note`() {
    let check = "{ eventually: { the screen shows: { state: loading } } }"
    #expect(notes(check, answer: "fails: never answers").map(\.message) == [])
    #expect(notes(check).count == 1)
  }

  @Test func `a wait is reviewed by its own run, also where another scenario has its title`() {
    let text = """
      story: S
      module: news
      scenarios:
        - scenario: A
          given: { the server answers GET https://news.example/latest: { after: 1 s, text: a } }
          when: the reader taps load
          then: { eventually: { the screen shows: { type: !absent } } }
        - scenario: B
          given: { the server answers GET https://news.example/latest: { text: a } }
          scenarios:
            - scenario: A
              when: the reader taps load
              then: { eventually: { the screen shows: { state: loaded } } }
      """
    let plan = plan(text, for: [Vocabulary(of: NewsModule.self)])
    #expect(plan.errors == [])
    let runner = Runner(contents: .details)
    let found = WaitReview.diagnostics(
      for: plan.scenarios, ranAs: plan.scenarios.map { runner.run($0) })
    #expect(found.map(\.start.line) == [7])
  }
}
