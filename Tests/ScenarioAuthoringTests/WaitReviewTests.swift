import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Waits that hold at once")
struct WaitReviewTests {
  /// Returns the notes on steps after a request.
  private func notes(
    _ steps: String, answer: String = "after: 1 s, text: a", isInPhrase: Bool = false
  ) -> [Diagnostic] {
    let answers = "{ the server answers GET https://news.example/latest: { \(answer) } }"
    let phrases = "\nphrases:\n  the server is set up: { given: \(answers) }"
    let text = """
      story: S
      module: news
      scenarios:
        - scenario: A
          given: \(isInPhrase ? "the server is set up" : answers)
          when: the reader taps load
          then: \(steps)
          scenarios:
            - { scenario: B, then: { the screen shows: { state: !any } } }
      """ + (isInPhrase ? phrases : "")
    let plan = plan(text, for: [Vocabulary(of: NewsModule.self)])
    #expect(plan.errors == [])
    let runner = Runner(contents: .details)
    return WaitReview.diagnostics(for: plan.scenarios, ranAs: plan.scenarios.map { runner.run($0) })
  }

  @Test(arguments: ["eventually", "within 2 s"])
  func `a wait that holds before an answer that is due is noted once`(word: String) {
    let found = notes("{ \(word): { the screen shows: { type: !absent } } }")
    let message = "this already holds before the app gets an answer that is due"
    #expect(found.map { "\($0.start.line) \($0.message)" } == ["7 \(message)"])
    #expect(
      found.flatMap(\.hints) == [
        "Omit \"\(word)\" if this is intended, or check what the answer changes."
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
    for isInPhrase in [false, true] {
      let found = notes(check, answer: "fails: never answers", isInPhrase: isInPhrase)
      #expect(found.map(\.message) == [])
      #expect(notes(check, isInPhrase: isInPhrase).count == 1)
    }
  }

  @Test func `an answer whose text mentions that none comes is due like any other`() {
    let check = "{ eventually: { the screen shows: { state: loading } } }"
    #expect(notes(check, answer: "after: 1 s, text: it never answers").count == 1)
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
