import Testing

@testable import ScenarioTesting

@Suite("The case of a scenario")
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
        known issue: COUNTER-7
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

  private func told(
    _ title: String, _ environment: [String: String] = [:], story: String = story
  ) async throws -> Told {
    let package = try ScenarioPackage(["counter.yaml": story])
    let cases = package.cases(environment)
    let scenario = try #require(cases.first { $0.testDescription.hasSuffix(title) })
    return await scenario.told(by: package.root)
  }

  @Test func `passes`() async throws {
    let told = try await told("It counts")
    #expect(told.issues == [])
    #expect(told.cancellation == nil)
  }

  @Test func `fails at each line of the story that does not hold`() async throws {
    let told = try await told("It counts wrongly")
    #expect(
      told.issues == [
        Told.Entry(
          place: "Scenarios/counter.yaml:13:13",
          text: """
            the counter shows: not as expected
              expected  count: 4   (counter.yaml:13)
              actual    count: 3
            """),
        Told.Entry(
          place: "Scenarios/counter.yaml:15:13",
          text: """
            the counter shows: not as expected
              expected  label: 2 taps   (counter.yaml:16)
              actual    label: 3 taps
            """),
      ])
    #expect(told.cancellation == nil)
  }

  @Test(arguments: ["It counts on", "And on"])
  func `is cancelled where a scenario around it fails`(title: String) async throws {
    let told = try await told(title)
    #expect(told.issues == [])
    #expect(told.cancellation?.reason == #"blocked by "It counts wrongly", which failed"#)
    #expect(told.cancellation?.place.range.start.line == (title == "And on" ? 22 : 19))
  }

  @Test(arguments: ["It counts on", "And on"])
  func `fails where the failing scenario around it was not chosen`(title: String) async throws {
    let told = try await told(title, ["SCENARIOS": "Scenarios/counter.yaml:20"])
    #expect(
      told.issues.map(\.place) == [
        "Scenarios/counter.yaml:13:13", "Scenarios/counter.yaml:15:13",
      ])
    #expect(told.cancellation == nil)
  }

  @Test func `is no failure where its issue is known`() async throws {
    let told = try await told("It breaks")
    #expect(told.issues == [], "Swift Testing was told that the issue is known")
    #expect(told.cancellation == nil)
  }

  @Test func `is cancelled where a known issue blocks it`() async throws {
    let told = try await told("It is repaired")
    #expect(told.issues == [])
    #expect(told.cancellation?.reason == #"blocked by "It breaks", which failed"#)
  }

  @Test func `is no failure where a known issue of a scenario that was not chosen blocks it`()
    async throws
  {
    let told = try await told("It is repaired", ["SCENARIOS_NAME": "repaired"])
    #expect(told.issues == [])
    #expect(told.cancellation == nil)
  }

  @Test func `fails where its known issue is solved`() async throws {
    let told = try await told("It was broken once")
    #expect(
      told.issues == [
        Told.Entry(
          place: "Scenarios/counter.yaml:32:15",
          text: """
            the known issue "COUNTER-8" is solved: the scenario passes
              Take the line "known issue" away.
            """)
      ])
  }

  @Test func `is cancelled where its author wants it to be skipped`() async throws {
    let told = try await told("It counts to a million")
    #expect(told.issues == [])
    #expect(told.cancellation?.reason == "skipped: until there is time for it")
    #expect(told.cancellation?.place.range.start.line == 36)
  }

  /// This one shows up as cancelled itself: it ends as the case does.
  @Test func `ends as cancelled for Swift Testing, too`() async throws {
    let cases = try ScenarioPackage(["counter.yaml": Self.story]).cases()
    let scenario = try #require(cases.last)
    try await scenario.run()
    Issue.record("the case went on")
  }

  @Test func `fails at each mistake of a file that can't be read`() async throws {
    let told = try await told(
      "can be read",
      story: """
        story: A counter
        module: counter
        scenarios:
          - scenario: It counts
            when: the reader tap plus 1 time
            thn: { the counter shows: { count: 1 } }
        """)
    #expect(
      told.issues == [
        Told.Entry(
          place: "Scenarios/counter.yaml:5:11",
          text: """
            no step matches "the reader tap plus 1 time"
            Did you mean: the reader taps plus 1 time   (CounterModule.swift:17)
            """),
        Told.Entry(
          place: "Scenarios/counter.yaml:6:5",
          text: """
            unknown key "thn"
            Did you mean: then
            """),
      ])
  }
}
