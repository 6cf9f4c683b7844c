import Foundation
import ScenarioLanguage
import ScenarioRunner
import Testing

@testable import ScenarioCommands

@Suite("scenarios run --live")
struct LiveRunTests {
  private static let story = """
    story: Interesting facts
    module: facts
    clock: 2021-09-27T12:07:24Z
    scenarios:
      - scenario: Loading succeeds
        tags: [live]
        given:
          the server answers GET https://info-example.com/get_info:
            after: 20 ms
            json:
              infoText: A fact
              identifier: 7
              creationDate: "2021-09-22T10:32:36.917"
        when:
          - the screen appears
          - the reader taps "Load a useful fact"
        then:
          - eventually: { the screen shows: { infoText: A fact, timeAgoText: 5 days ago } }
      - scenario: Only in story time
        when: the screen appears
        then: { the screen shows: { state: initial } }

    """

  /// The output without the port and the scenarios' real times.
  private func stable(_ output: String) -> String {
    output.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:PORT")
      .replacing(/story time [^)]*/, with: "story time TIME")
      .replacing(/\ {3}[\d.]+ m?s\n/, with: "   TIME\n")
  }

  @Test func `runs what is tagged over a real connection, and compares`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("run", "--live")
    #expect(
      stable(call.output) == """
        Live, over http://127.0.0.1:PORT

        Interesting facts   Scenarios/facts.yaml
          ✔ Loading succeeds   TIME

        1 scenario: 1 passed   (TIME, story time TIME)
        The doubles tell the truth: each ended as it does with them.

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
  }

  @Test func `refuses to run nothing`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("run", "--live", "--name", "only")
    #expect(call.errors == "error: no chosen scenario has the tag @live\n")
    #expect(call.status == 2)
  }

  @Test func `does not go with repeating`() async throws {
    let folder = try StoriesFolder(["Scenarios/facts.yaml": Self.story])
    let call = try await folder.call("run", "--live", "--repeat", "2")
    #expect(call.errors.hasPrefix("Error: --live runs each scenario once, one after the other\n"))
    #expect(call.status == 2)
  }

  @Test(
    arguments: [
      (ScenarioResult.Verdict.failed, .passed, "it passes with the doubles, but not live"),
      (.passed, .failed, "it passes live, but not with the doubles"),
      (.passed, .passed, nil), (.failed, .failed, nil),
    ] as [(ScenarioResult.Verdict, ScenarioResult.Verdict, String?)])
  func `says where the doubles and the real parts disagree`(
    live: ScenarioResult.Verdict, simulated: ScenarioResult.Verdict, message: String?
  ) async throws {
    let file = StoryFile(reading: SourceFile(path: "facts.yaml", text: Self.story))
    let folder = StoryFolder(story: URL(filePath: "/none"), root: URL(filePath: "/none"))
    let plan = Plan(
      [StorySource(file: file, folder: folder)], vocabularies: [Vocabulary(of: QuietModule.self)])
    #expect(plan.problems == [])
    let scenario = try #require(plan.scenarios.first)
    var liveResult = await Runner(jobs: 1).run(scenario)
    var simulatedResult = liveResult
    (liveResult.verdict, liveResult.failures) = (
      live, live == .passed ? [] : [Failure("it is so", at: scenario.place)]
    )
    simulatedResult.verdict = simulated
    let result = LiveRun<QuietApp>.compare(liveResult, with: simulatedResult)
    #expect(result.failures.last?.message == (message ?? liveResult.failures.last?.message))
    #expect(result.verdict == (message == nil ? live : .failed))
  }
}

/// Understands the story without doing anything.
private final class QuietModule: TransportModule {
  static let name = "facts"

  let transport: FakeTransport

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    When("the screen appears") { _ in }
    When("the reader taps {string}") { (_, _: String) in }
    Observation("the screen shows") { _ in "nothing" }
  }
}

private struct QuietApp: ScenariosApp {
  static let vocabularies: [Vocabulary] = []
}
