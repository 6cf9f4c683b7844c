import Testing

@testable import ScenarioTesting

@Suite("Scenario cases")
struct ScenarioCaseTests {
  private static let story = """
    story: A counter
    module: counter
    scenarios:
      - scenario: It counts
        when: the reader taps plus 1 time
        then:
          - the counter shows: { count: 1 }

        scenarios:
          - scenario: It counts wrongly
            when: the reader taps plus 2 times
            then:
              - the counter shows: { count: 4 }
              - the counter shows: { label: 3 taps }
              - the counter shows:
                  label: 2 taps

            scenarios:
              - scenario: It counts on
                when: the reader taps plus 1 time
                scenarios:
                  - scenario: And on
                    when: the reader taps plus 1 time

      - scenario: It breaks
        known issue: { COUNTER-7: the reader breaks the counter }
        when: the reader breaks the counter
        scenarios:
          - scenario: It is repaired
            when: the reader taps plus 1 time

      - scenario: It was broken once
        known issue: COUNTER-8
        when: the reader taps plus 1 time

      - scenario: It counts to a million
        skip: until there is time for it
        when: the reader taps plus 1000000 times
    """

  private func outcome(
    _ title: String, _ environment: [String: String] = [:], story: String = story
  ) async throws -> StoryRun {
    let package = try ScenarioPackage(["counter.yaml": story])
    let cases = package.cases(environment)
    let scenario = try #require(cases.first { $0.testDescription.hasSuffix(title) })
    return await scenario.outcome(by: package.root)
  }

  private static let undefined = """
    story: A counter
    module: counter
    scenarios:
      - scenario: It jumps
        when: the reader jumps over the moon
        scenarios:
          - scenario: It lands
            when: the reader taps plus 1 time
      - scenario: It counts
        when: the reader taps plus 1 time
    """

  @Test func `a secret that only the lines of a story name is masked in issues`() async throws {
    let story = """
      story: A counter
      module: counter
      scenarios:
        - scenario: It counts wrongly
          # password: taps
          then: { the counter shows: { label: 3 taps } }
      """
    let outcome = try await outcome("It counts wrongly", story: story)
    let text = try #require(outcome.issues.first).text
    #expect(text.contains("expected  label: 3 •••"), "\(text)")
    #expect(!text.contains("taps"))
  }

  /// How a scenario ends, by a rule that it shows.
  struct Ending: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let title: String
    let environment: [String: String]
    /// The locations of its issues.
    let issues: [String]
    /// The line and the reason of its cancellation.
    let cancellation: String?

    init(
      _ rule: String, _ title: String, _ environment: [String: String] = [:],
      issues: [String] = [], cancelled cancellation: String? = nil
    ) {
      (testDescription, self.title, self.environment) = (rule, title, environment)
      (self.issues, self.cancellation) = (issues, cancellation)
    }
  }

  private static let wrong = ["Scenarios/counter.yaml:13:13", "Scenarios/counter.yaml:15:13"]

  private static let endings: [Ending] = [
    Ending("a scenario that passes records no issue", "It counts"),
    Ending("a scenario that fails has an issue at each line", "It counts wrongly", issues: wrong),
    Ending(
      "a scenario is cancelled when its parent fails", "It counts on",
      cancelled: #"19: blocked by "It counts wrongly", which failed"#),
    Ending(
      "a scenario is cancelled when the parent of its parent fails", "And on",
      cancelled: #"22: blocked by "It counts wrongly", which failed"#),
    Ending(
      "a scenario fails when its failing parent is not selected", "It counts on",
      ["SCENARIOS": "Scenarios/counter.yaml:20"], issues: wrong),
    Ending(
      "a scenario fails when the failing parent of its parent is not selected", "And on",
      ["SCENARIOS": "Scenarios/counter.yaml:20"], issues: wrong),
    Ending("a scenario with a known issue records no failure", "It breaks"),
    Ending(
      "a scenario that a known issue blocks is cancelled", "It is repaired",
      cancelled: #"29: blocked by "It breaks", which failed"#),
    Ending(
      "a known issue that is not selected fails nothing", "It is repaired",
      ["SCENARIOS_NAME": "repaired"]),
    Ending(
      "a scenario that is skipped is cancelled", "It counts to a million",
      cancelled: "36: skipped: until there is time for it"),
  ]

  @Test(arguments: endings)
  func `a scenario ends in Swift Testing as its verdict says`(ending: Ending) async throws {
    let run = try await outcome(ending.title, ending.environment)
    #expect(run.issues.map(\.location) == ending.issues)
    let cancellation = run.cancellation.map { "\($0.location.range.start.line): \($0.reason)" }
    #expect(cancellation == ending.cancellation)
  }

  @Test func `an undefined scenario records an issue with the code to paste`() async throws {
    let outcome = try await outcome("It jumps", story: Self.undefined)
    #expect(outcome.issues.map(\.location) == ["Scenarios/counter.yaml:5:11"])
    #expect(
      outcome.issues.first?.text.hasSuffix(
        """
          For a developer:
            When("the reader jumps over the moon") { module in
              throw CheckFailure("this step is not implemented yet")
            }
        """) == true)
    #expect(outcome.cancellation == nil)
    let inner = try await self.outcome("It lands", story: Self.undefined)
    #expect(inner.issues == [])
    #expect(inner.cancellation?.reason == "blocked by \"It jumps\", which failed")
    #expect(try await self.outcome("It counts", story: Self.undefined).issues == [])
  }

  @Test(arguments: ["0", "false", "No", "off"])
  func `an undefined scenario fails where allowing it is switched off`(word: String) async throws {
    let outcome = try await outcome(
      "It jumps", ["SCENARIOS_ALLOW_UNDEFINED": word], story: Self.undefined)
    #expect(outcome.issues.map(\.location) == ["Scenarios/counter.yaml:5:11"])
  }

  @Test(arguments: ["It jumps", "It lands"])
  func `an undefined scenario that is allowed ends as cancelled`(title: String) async throws {
    let outcome = try await outcome(
      title, ["SCENARIOS_ALLOW_UNDEFINED": "1"], story: Self.undefined)
    #expect(outcome.issues == [])
    #expect(
      outcome.cancellation?.reason
        == "undefined: no step matches \"the reader jumps over the moon\"")
  }

  @Test func `a failing scenario records an issue at each failing line`() async throws {
    let outcome = try await outcome("It counts wrongly")
    #expect(
      outcome.issues == [
        StoryRun.Entry(
          location: "Scenarios/counter.yaml:13:13",
          text: """
            the counter shows: not as expected
              expected  count: 4   (counter.yaml:13)
              actual    count: 3
              observed  { count: 3, label: 3 taps }
            """),
        StoryRun.Entry(
          location: "Scenarios/counter.yaml:15:13",
          text: """
            the counter shows: not as expected
              expected  label: 2 taps   (counter.yaml:16)
              actual    label: 3 taps
            """),
      ])
  }

  @Test func `a scenario whose known issue is solved fails`() async throws {
    let outcome = try await outcome("It was broken once")
    #expect(
      outcome.issues == [
        StoryRun.Entry(
          location: "Scenarios/counter.yaml:32:15",
          text: """
            the known issue "COUNTER-8" is solved: the scenario passes
              Remove the line "known issue".
            """)
      ])
  }

  /// Swift Testing reports this case itself as cancelled, because it ends as the scenario does.
  @Test(arguments: [0])
  func `a skipped scenario cancels the case that runs it`(_: Int) async throws {
    let cases = try ScenarioPackage(["counter.yaml": Self.story]).cases()
    let scenario = try #require(cases.last)
    try await scenario.run()
    Issue.record("the case went on")
  }

  @Test func `a skipped scenario does not end a test that runs others after it`() async throws {
    let cases = try ScenarioPackage(["counter.yaml": Self.story]).cases()
    // A test that ends as cancelled passes.
    var hasGoneOn = false
    defer { #expect(hasGoneOn) }
    try await cases.last?.run()
    hasGoneOn = true
  }

  @Test func `a scenario that runs outside of a test ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let cases = try ScenarioPackage(["counter.yaml": Self.story]).cases()
      // As in XCTest, the task of no test.
      try? await Task.detached { try await cases[0].run() }.value
    }
  }

  @Test(arguments: ["It counts on", "And on"])
  func `a scenario fails when its failing parent's part may not run`(title: String) async throws {
    let package = try ScenarioPackage(["counter.yaml": Self.story])
    let cases = package.cases().filter { $0.testDescription.hasSuffix(title) }
    let scenario = try #require(ScenarioCase.reportingAlone(cases[...]).first)
    let outcome = await scenario.outcome(by: package.root)
    #expect(outcome.issues.count == 2)
    #expect(outcome.cancellation == nil)
  }

  @Test func `a broken file records an issue for each of its errors`() async throws {
    let outcome = try await outcome(
      "can be run",
      story: """
        story: A counter
        module: counter
        scenarios:
          - scenario: It counts
            when: the reader tap plus 1 time
            thn: { the counter shows: { count: 1 } }
        """)
    #expect(
      outcome.issues == [
        StoryRun.Entry(
          location: "Scenarios/counter.yaml:5:11",
          text: """
            no step matches "the reader tap plus 1 time"
            Did you mean: the reader taps plus 1 time   (CounterModule.swift:17)
            """),
        StoryRun.Entry(
          location: "Scenarios/counter.yaml:6:5",
          text: """
            unknown key "thn"
            Did you mean: then
            """),
      ])
  }
}
