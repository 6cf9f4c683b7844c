import ScenarioKit
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Undefined steps")
struct UndefinedStepTests {
  private static let head = "story: Shop\nmodule: shop\n"

  private func run(_ text: String) async -> StoryResults {
    await tell(Self.head + text, to: ShopModule.self)
  }

  @Test func `a scenario with an undefined step does not run, but the others of its file do`()
    async throws
  {
    let outcome = await run(
      """
      scenarios:
        - scenario: Defined
          then: the shop is empty
        - scenario: Undefined
          given: { the shop has: [] }
          when: the window is cleaned
          then: the shop is empty
      """)
    #expect(outcome.results.map(\.verdict) == [.passed, .undefined])
    #expect(outcome.results.map(\.storyTime) == [.zero, .zero])
    #expect(
      outcome.steps(of: "Undefined") == [
        "notRun: given the shop has: []", "undefined: when the window is cleaned",
        "notRun: then the shop is empty",
      ])
    let undefined = try #require(outcome.result(of: "Undefined"))
    #expect(
      undefined.failures.map { [$0.message, $0.proposal] } == [
        [
          "no step matches \"the window is cleaned\"",
          """
          When("the window is cleaned") { module in
            throw CheckFailure("this step is not implemented yet")
          }
          """,
        ]
      ])
    #expect(undefined.steps[1].line == 8)
    #expect(outcome.plan.brokenFiles.isEmpty)
  }

  @Test func `scenarios inside an undefined one are blocked, and their own undefined steps count`()
    async
  {
    let outcome = await run(
      """
      scenarios:
        - scenario: Outer
          when: the window is cleaned
          scenarios:
            - scenario: Inner
              then: the shop is empty
            - scenario: Undefined too
              then: the window shines
      """)
    #expect(outcome.results.map(\.verdict) == [.undefined, .blocked, .undefined])
    #expect(outcome.result(of: "Inner")?.reason == "Outer")
    #expect(outcome.results.map(\.failures.count) == [1, 1, 2])
  }

  @Test(arguments: ["background: { when: the window is cleaned }", "always: [the window shines]"])
  func `an undefined step that all scenarios have makes all of them undefined`(part: String) async {
    let outcome = await run(
      """
      \(part)
      scenarios:
        - scenario: One
          then: the shop is empty
        - scenario: Two
          then: the shop is empty
      """)
    #expect(outcome.results.map(\.verdict) == [.undefined, .undefined])
    #expect(outcome.plan.undefinedSteps.count == 1)
  }

  @Test func `an undefined step in a phrase or a timeline makes its scenario undefined`() async {
    let outcome = await run(
      """
      phrases:
        the shop is cleaned: [{ when: the window is cleaned }]
      scenarios:
        - scenario: Phrase
          when: the shop is cleaned
          then: the shop is empty
        - scenario: Timeline
          timeline:
            step: 1 s
            values: { a: 1 }
            when: { the window is cleaned: a- }
            then: { the note is: a- }
        - scenario: Defined
          then: the shop is empty
      """)
    #expect(outcome.results.map(\.verdict) == [.undefined, .undefined, .passed])
  }

  @Test func `an undefined step in examples names the rows that have it`() async {
    let outcome = await run(
      """
      scenarios:
        - scenario: Cleaning
          when: <what>
          then: the shop is empty
          examples:
            - { what: the reader leaves a note }
            - { what: the window is cleaned }
            - { what: the floor is cleaned }
        - scenario: Counting
          when: the window is cleaned <times> times
          then: the shop is empty
          examples:
            - { times: 1 }
            - { times: 2 }
      """)
    #expect(outcome.results.count { $0.verdict == .undefined } == 4)
    #expect(
      outcome.plan.undefinedSteps.map(\.message) == [
        "no step matches \"the window is cleaned\"", "no step matches \"the floor is cleaned\"",
        "no step matches \"the window is cleaned 1 times\"",
      ])
    #expect(
      outcome.plan.undefinedSteps.map(\.hints.first) == [
        "This is in the row of the examples on line 9.",
        "This is in the row of the examples on line 10.",
        "This is in the rows of the examples on lines 15, 16.",
      ])
    // Each scenario reports its own sentence.
    #expect(
      outcome.results.last?.failures.map(\.message) == [
        "no step matches \"the window is cleaned 2 times\""
      ])
  }

  @Test func `a skipped scenario may have undefined steps, which a check of the plan reports`()
    async
  {
    let outcome = await run(
      """
      scenarios:
        - scenario: Planned
          skip: until there are windows
          when: the window is cleaned
      """)
    #expect(outcome.results.map(\.verdict) == [.skipped])
    #expect(outcome.plan.errors.map(\.rule) == [.unknownStep])
  }

  @Test func `a file with other errors has its undefined steps among its diagnostics`() async {
    let outcome = await run(
      """
      scenarios:
        - scenario: Broken
          when: the window is cleaned
          then: { the shop is empty: 1 }
      """)
    #expect(outcome.results.isEmpty)
    #expect(
      outcome.plan.brokenFiles.flatMap(\.diagnostics).map(\.rule) == [.unknownStep, .wrongData])
    #expect(outcome.plan.undefinedSteps.isEmpty)
  }

  @Test func `an undefined scenario with a known issue is undefined`() async {
    let outcome = await run(
      """
      scenarios:
        - scenario: Known
          known issue: SHOP-1
          when: the window is cleaned
      """)
    #expect(outcome.results.map(\.verdict) == [.undefined])
  }
}
