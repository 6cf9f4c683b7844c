import ScenarioReports
import TestSupport
import Testing

/// Tests of steps that use Swift Testing, whose issues belong to no test in a worker.
@Suite("Issues that steps record")
struct TestIssueTests {
  private static let story = """
    story: Expectations
    module: honest
    scenarios:
      - scenario: Fails
        then: the number is expected to be 1
      - scenario: Requires in a check
        then: the number is required to be 1
      - scenario: Requires in an act
        when: the step requires a number
      - scenario: Records
        when: the step records the issue "the disk is full"
      - scenario: Records in a timeline
        timeline:
          step: 1 s
          values: { a: the disk is full }
          when:
            the step records the issue: -a-
      - scenario: Waits
        when: the number will be 1 after 1 s
        then:
          - never within 500 ms: the number is expected to be 1
          - within 1 s: the number is expected to be 1
      - scenario: Waits in vain
        when: the number will be 2 after 1 s
        then:
          - within 1 s: the number is expected to be 1
    """

  @Test func `a warning that a step records is shown and fails nothing`() async throws {
    try await StoriesFolder.story(
      """
        - scenario: Warns
          when: the step records the warning "the disk is nearly full"
      """, for: "honest"
    ).hostile("run", "--no-history").expect(
      0,
      output: .contains(
        "Scenarios/story.yaml:5:11: note: a warning was recorded: the disk is nearly full"))
  }

  @Test(arguments: [[], ["--isolate"], ["--in-process"]])
  func `an issue that a step records fails its scenario`(options: [String]) async throws {
    let folder = try StoriesFolder(["Scenarios/story.yaml": Self.story])
    let call = try await folder.hostile(
      ["run", "--no-history", "--to", "json=results.json"] + options)
    let scenarios = try folder.runs().flatMap(\.scenarios)
    call.expect(1)
    let failures = scenarios.map { $0.failures.map { "\($0.line): \($0.message)" } }
    #expect(
      failures == [
        ["5: expectation failed: (module.result → nil) == (number → 1)"],
        ["7: expectation failed: (module.result → nil) == (number → 1)"],
        ["9: expectation failed: (module → HostileStories.HonestModule).result → nil → nil"],
        ["11: the disk is full"],
        ["17: the step records the issue: the disk is full"],
        [],
        [
          "26: expectation failed: (module.result → 2) == (number → 1), and the app has no pending work"
        ],
      ])
    #expect(
      scenarios.first?.failures.first?.details == [
        "the number of the app", "Recorded at HonestModule.swift:29",
      ])
  }
}
