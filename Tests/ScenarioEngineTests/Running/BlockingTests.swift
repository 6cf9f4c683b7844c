import Testing

@Suite("A scenario around another one", .timeLimit(.minutes(1)))
struct BlockingTests {
  /// What only the nested scenario turns into a task that never ends.
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

  @Test func `that passes blocks nothing`() async {
    let told = await tell(waiting(), to: StationModule.self)
    #expect(told.verdict(on: "A") == "passed")
    #expect(told.verdict(on: "B") == "failed")
    #expect(told.failures(of: "B") == ["5:11 +2 s \(never)"])
  }

  @Test func `that passes in spite of its known issue blocks nothing`() async {
    let told = await tell(waiting("    known issue: RAIL-7\n"), to: StationModule.self)
    #expect(told.verdict(on: "A") == "failed")
    #expect(told.verdict(on: "B") == "failed")
    #expect(told.failures(of: "B") == ["6:11 +2 s \(never)"])
  }

  @Test func `that passes leaves the nested one its own known issue`() async {
    let told = await tell(waiting("", "        known issue: RAIL-8\n"), to: StationModule.self)
    #expect(told.verdict(on: "A") == "passed")
    #expect(told.verdict(on: "B") == "known issue: RAIL-8")
  }

  @Test func `blocks only by what it fails for itself`() async {
    let told = await tell(
      story(
        "mischief",
        """
          - scenario: A
            when: nobody answers
            scenarios:
              - scenario: B
                when: it starts a sleep of 1 s
                scenarios:
                  - { scenario: C, when: nobody answers, scenarios: [{ scenario: D, when: 1 s passes }] }
        """), to: MischiefModule.self)
    #expect(
      ["A", "B", "C", "D"].map { told.verdict(on: $0) } == [
        "failed", "blocked by A", "failed", "blocked by C",
      ])
    #expect(told.failures(of: "C").map { $0.prefix(5) } == ["5:11 ", "10:34"])
  }
}
