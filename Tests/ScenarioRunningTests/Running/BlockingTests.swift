import StoryTestSupport
import Testing

@Suite("Blocking of nested scenarios", .timeLimit(.minutes(10)))
struct BlockingTests {
  /// Returns a story in which only the nested scenario makes the parent's task endless.
  private func waiting(_ parent: String = "", _ child: String = "") -> String {
    story(
      "station",
      """
        - scenario: A
      \(parent)    when: the announcer waits for quiet
          scenarios:
            - scenario: B
      \(child)        when: everybody is quiet
              then: { after 2 s: nothing is wrong }
      """)
  }

  private let never =
    "a task that \"the announcer waits for quiet\" started never ends: "
    + "it waits for something that never comes"

  @Test func `a passing parent does not block a nested scenario that fails`() async {
    let outcome = await tell(waiting(), to: StationModule.self)
    #expect(outcome.verdicts == ["passed", "failed"])
    #expect(outcome.failures(of: "B") == ["5:11 +2 s \(never)"])
  }

  @Test func `a parent with a solved known issue does not block nested scenarios`() async {
    let outcome = await tell(waiting("    known issue: RAIL-7\n"), to: StationModule.self)
    #expect(outcome.verdicts == ["failed", "failed"])
    #expect(outcome.failures(of: "B") == ["6:11 +2 s \(never)"])
  }

  @Test func `a known issue of a nested scenario applies below a passing parent`() async {
    let outcome = await tell(waiting("", "        known issue: RAIL-8\n"), to: StationModule.self)
    #expect(outcome.verdicts == ["passed", "known issue: RAIL-8"])
  }

  @Test func `a nested scenario with failures of its own is not blocked`() async {
    let outcome = await tell(
      scenarios: """
          - scenario: A
            when: nobody answers
            scenarios:
              - scenario: B
                when: it starts a sleep of 1 s
                scenarios:
                  - { scenario: C, when: nobody answers, scenarios: [{ scenario: D, when: 1 s passes }] }
        """, to: MischiefModule.self)
    #expect(outcome.verdicts == ["failed", "blocked by A", "failed", "blocked by C"])
    #expect(outcome.failures(of: "C").map { $0.prefix(5) } == ["5:11 ", "10:34"])
  }
}
