import Foundation
import Testing

@Suite("Stories in real time")
struct RealTimeTests {
  private static let story = """
    story: Facts
    module: facts
    clock: 2021-09-27T12:07:24Z
    background:
      when: the screen appears
    scenarios:
      - scenario: A fact arrives in time
        given:
          the server answers GET https://info-example.com/get_info:
            after: 200 ms
            json: { infoText: A fact, identifier: 1, creationDate: "2021-09-26T12:07:24" }
        when: the reader taps "Load a useful fact"
        then:
          - the screen shows: { state: loading }
          - for 100 ms: { the screen shows: { state: loading } }
          - after 100 ms: { the screen shows: { state: info, infoText: A fact } }
          - 1 request was sent
      - scenario: Another fact is expected
        given:
          the server answers GET https://info-example.com/get_info:
            json: { infoText: A fact, identifier: 1, creationDate: "2021-09-26T12:07:24" }
        when: the reader taps "Load a useful fact"
        then:
          - within 300 ms: { the screen shows: { infoText: Another fact } }
      - scenario: Another screen is expected
        then: { the screen shows: { state: error } }
      - scenario: Nobody has the time
        then:
          - for 11 s: { the screen shows: { state: initial } }

    """

  @Test(arguments: [[:], ["SCENARIOS_WITHOUT_FORK": "1"]])
  func `a run in real time has the verdicts of story time, and skips what takes too long`(
    environment: [String: String]
  ) async throws {
    let folder = try StoriesFolder.facts(Self.story)
    let failure = "Scenarios/facts.yaml:24:26: the screen shows: not as expected, even after 300 ms"
    // Of the two that fail, one has loaded a fact, whose age is that of the story.
    let note = "the story's date was not read from context.clock"
    let call = try await folder.call("run", "--real-time", "--no-history", environment: environment)
    call.expect(
      1, output: .contains("✔ A fact arrives in time"), .contains(failure),
      .contains(
        "↷ Nobody has the time   skipped: it needs more than 10 s of real time; "
          + "--longest or SCENARIOS_LONGEST allows more\n"),
      .contains("4 scenarios: 2 failed, 1 skipped, 1 passed"),
      .contains("Scenarios/facts.yaml:25:15: note: \(note)"),
      errors: "note: scenarios run in real time, for at most 10 s each\n")
    #expect(call.output.ranges(of: note).count == 1)
    try await folder.call("run", "--no-history").expect(
      output: .contains("4 scenarios: 2 failed, 2 passed"), .lacks(note),
      .contains("Scenarios/facts.yaml:24:26: the screen shows"))
  }

  @Test func `a failure stays known while real time has no time for its scenario`() async throws {
    let folder = try StoriesFolder.story(
      """
        - scenario: An error after a while
          when: the screen appears
          then:
            - after 11 s: { the screen shows: { state: error } }
      """, for: "facts")
    try await folder.call("run").expect(1)
    try await folder.call("run", "--real-time").expect(
      0, output: .contains("1 scenario: 1 skipped"))
    try await folder.call("run", "--failed").expect(1, output: .contains("1 scenario: 1 failed"))
    _ = try await folder.call("run", "--real-time")
    try await folder.call("run").expect(1, output: .contains("1 still broken"))
  }

  @Test func `a check in real time holds if what ends it is due 1 ms later`() async throws {
    let story = """
      story: Searching
      module: search
      scenarios:
        - scenario: A search begins after 300 ms
          given:
            the server answers GET https://search.example.com/articles?q=emma: { json: [Emma] }
          when: { the reader searches for: emma }
          then:
            - after 299 ms: no requests were sent
            - within 300 ms: { the found titles are: [Emma] }
        - scenario: A search has begun after 500 ms
          given:
            the server answers GET https://search.example.com/articles?q=emma: { json: [Emma] }
          when: { the reader searches for: emma }
          then:
            - after 500 ms: no requests were sent

      """
    try await StoriesFolder(["Scenarios/search.yaml": story]).call(
      "run", "--real-time", "--no-history"
    ).expect(
      output: .contains("✔ A search begins after 300 ms"),
      .contains("✘ A search has begun after 500 ms"))
  }
}
