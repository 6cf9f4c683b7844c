import Foundation
import HTTPTypes
import ScenarioLanguage
import ScenarioReports
import StoryTestSupport
import Testing

@testable import ScenarioCommands
@testable import ScenarioKit
@testable import ScenarioRunning

@Suite("Live scenarios", .serialized)
struct LiveRunnerTests {
  /// Runs the steps of a scenario with a server that receives requests without a network.
  private func live(_ steps: String, afterSimulation: Bool = false) async throws -> ScenarioReport {
    let plan = plan(scenario("messenger", steps), for: [Vocabulary(of: MessengerModule.self)])
    try #require(plan.brokenFiles.isEmpty)
    // Hundreds of other tests run at the same time: work may take long, and threads are busy.
    let runner = LiveRunner(port: 4242, limits: .init(work: .seconds(600), delayWhileBusy: .zero))
    MessengerModule.answers.withLock { $0 = runner.answers }
    let only = try #require(plan.scenarios.first)
    let simulated = afterSimulation ? Runner(contents: .shownValues).runWithEnds(only).ends : nil
    return await runner.run(only, after: simulated)
  }

  @Test func `a live scenario sends its requests to the local server`() async throws {
    let result = try await live(
      """
      given: { the server answers GET https://far.example/a?b=c: { text: hello } }
      when: the reader asks for https://far.example/a?b=c
      then:
        - within 20 min: { the reader reads: hello }
        - the request went to: http://127.0.0.1:4242/a?b=c
        - the requests were: [GET https://far.example/a?b=c]
      """)
    #expect(result.verdict == .passed)
    #expect(result.failures == [])
  }

  @Test(
    arguments: [
      (
        20,
        """
        given: { the server answers GET https://far.example/: { text: hello, after: 20 ms } }
        when: the reader asks for https://far.example/
        then: { within 20 min: { the reader reads: hello } }
        """
      ),
      // A connection that fails is redirected to a closed port.
      (
        400,
        """
        given:
          the server fails GET https://far.example/:
            { error: cannot connect to host, after: 400 ms }
        when: the reader asks for https://far.example/
        then: { the request went to: http://127.0.0.1:1/ }
        """
      ),
    ] as [(Int, String)])
  func `a live scenario waits in real time for a delayed answer or failure`(
    milliseconds: Int, steps: String
  ) async throws {
    let result = try await live(steps)
    #expect(result.failures == [])
    #expect(result.storyTime >= .milliseconds(milliseconds))
  }

  /// Steps that pass only in the order of the simulation, by the rule that they show.
  private static let ordered: [String: String] = [
    "an action waits for the values that the previous one led to": """
    when:
      - the app prepares a text
      - the reader copies the text
    then: { the copy is: ready }
    """,
    "an action waits for the requests that the previous one led to": """
    given: { "the server answers POST https://far.example/reports": { status: 204 } }
    when:
      - the app prepares a report
      - the reader copies the number of requests
    then: { the copy is: "1" }
    """,
    "an answer and its parts wait for the checks before them": """
    given:
      the server answers GET https://far.example/:
        after: 1 ms
        parts: [He, { text: llo, after: 1 ms }]
    when: the reader loads https://far.example/
    then:
      - the reader reads: !absent
      - after 1 ms: { the reader reads: He }
      - the reader reads: He
      - within 1 s: { the reader reads: Hello }
      - the reader reads: Hello
    """,
    "a connection failure waits for the checks before it": """
    given:
      the server fails GET https://far.example/: { error: cannot connect to host, after: 1 ms }
    when: the reader loads https://far.example/
    then:
      - the reader reads: !absent
      - within 1 s: { the reader reads: failed }
    """,
    "an action does not wait for values that the app has already replaced": """
    when:
      - the reader copies the text
      - the app loads a text
    then:
      - within 20 min: { the reader reads: loaded }
      - the reader looked at most 10 times
    """,
  ]

  @Test(arguments: ordered.map { ($0, $1) })
  func `a live scenario has the order of its simulation`(rule: String, steps: String) async throws {
    #expect(try await live(steps, afterSimulation: true).failures == [], "\(rule)")
  }

  @Test func `a live scenario fails on a request without an answer`() async throws {
    let result = try await live(
      """
      when: the reader asks for https://far.example/
      then: { the reader reads: !absent }
      """)
    #expect(
      result.failures.map(\.message) == [
        "the app sent GET https://far.example/, but no answer is defined for it"
      ])
  }

  @Test func `a live scenario's folder that cannot be removed is noted`() async throws {
    struct Held: Error, CustomStringConvertible { let description = "it is in use" }
    let plan = plan(
      scenario("messenger", "when: the reader writes a file"),
      for: [Vocabulary(of: MessengerModule.self)])
    let runner = LiveRunner(port: 4242)
    let result = await runner.run(try #require(plan.scenarios.first)) { folder in
      try FileManager.default.removeItem(at: folder)
      throw Held()
    }
    let folder = try #require(MessengerModule.folders.withLock { $0.last })
    #expect(result.verdict == .passed)
    #expect(
      result.notes.map(\.message) == ["its folder \(folder.path) can't be removed: it is in use"])
  }

  @Test func `a live scenario reports a server failure that cannot happen live`() async throws {
    let result = try await live(
      """
      given: the server is out of order
      when: the reader asks for https://far.example/
      """)
    #expect(
      result.failures.map { [$0.message] + $0.details } == [
        [
          "the app sent GET https://far.example/, and \"cannot find host\" can't occur in a live scenario",
          "Remove the tag @live; in live scenarios the server can only fail with \"cannot connect to host\", "
            + "\"never answers\" or \"bad status\".",
        ]
      ])
  }

  @Test func `a live scenario gets a folder that is removed afterwards`() async throws {
    let result = try await live(
      """
      when: the reader writes a file
      then: { the reader's folder is: there }
      """)
    #expect(result.failures == [])
    #expect(
      MessengerModule.folders.withLock { $0 }.allSatisfy { folder in
        !FileManager.default.fileExists(atPath: folder.path)
      })
  }
}
