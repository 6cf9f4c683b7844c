import Foundation
import ScenarioLanguage
import ScenarioRunner
import Simulation
import Synchronization
import Testing

@testable import ScenarioCommands

/// A module that remembers, from run to run, how often each coin was thrown.
private final class CoinModule: Module {
  static let name = "coin"
  private static let throwsOfCoins = Mutex<[String: Int]>([:])

  private var shown = ""

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("coin {string} is thrown") { (module, coin: String) in
      module.shown = Self.isHeads(coin) ? "heads" : "tails"
    }
    When("coin {string} is thrown aloud") { (module, coin: String) in
      Simulation.note(Self.isHeads(coin) ? "heads" : "tails")
    }
    Observation("the coin shows") { $0.shown }
  }

  /// Every other throw, beginning with the first.
  private static func isHeads(_ coin: String) -> Bool {
    throwsOfCoins.withLock { counts in
      counts[coin, default: 0] += 1
      return counts[coin, default: 0] % 2 == 1
    }
  }
}

@Suite("Running scenarios several times")
struct RepetitionTests {
  private func story(expecting side: String = "heads", aloud: Bool = false) -> String {
    """
    story: Coins
    module: coin
    scenarios:
      - scenario: A coin falls
        when: coin "\(UUID().uuidString)" is thrown\(aloud ? " aloud" : "")
        then: { the coin shows: \(aloud ? "\"\"" : side) }
    """
  }

  private func results(of text: String, times: Int, checksTraces: Bool = false) async
    -> [ScenarioResult]
  {
    let source = StorySource(
      file: StoryFile(reading: SourceFile(path: "coins.yaml", text: text)),
      folder: StoryFolder(story: URL(filePath: "/coins"), root: URL(filePath: "/coins")))
    let scenarios = Plan([source], vocabularies: [Vocabulary(of: CoinModule.self)]).scenarios
    var repetition = Repetition(
      scenarios: scenarios.count, times: times, checksTraces: checksTraces)
    var results: [ScenarioResult] = []
    let runs = (0..<times).flatMap { _ in scenarios }
    await Runner(jobs: 1).run(runs) { index, result in
      results += repetition.take(result, of: index % scenarios.count)
    }
    return results
  }

  @Test func `passes where all runs pass`() async throws {
    let text = story().replacing("is thrown", with: "is thrown aloud")
      .replacing("heads", with: "\"\"")
    let results = await results(of: text, times: 3)
    #expect(results.map(\.verdict) == [.passed], "traces are not compared unless asked for")
  }

  @Test(arguments: [("heads", "passed", "failed"), ("tails", "failed", "passed")])
  func `fails where runs end in different ways, and shows one that failed`(
    expected: String, first: String, second: String
  ) async throws {
    let results = await results(of: story(expecting: expected), times: 4)
    let result = try #require(results.first)
    #expect(results.count == 1)
    #expect(result.verdict == .failed)
    #expect(result.steps.map(\.outcome) == [.passed, .failed])
    #expect(
      result.failures.map(\.message) == [
        "the coin shows: not as expected",
        "the scenario does not end in the same way every time",
      ])
    #expect(result.failures.last?.details == ["Run 1 \(first).", "Run 2 \(second)."])
    #expect(result.failures.last?.place.range.start.line == 4)
  }

  @Test func `fails where runs leave different traces, if asked for`() async throws {
    let results = await results(of: story(aloud: true), times: 3, checksTraces: true)
    let result = try #require(results.first)
    #expect(result.verdict == .failed)
    #expect(result.failures.map(\.message) == ["two runs left different traces"])
    let details = try #require(result.failures.first?.details)
    #expect(
      details.map { $0.replacing(/entry \d+/, with: "entry N") } == [
        "Run 1, entry N: +0 s  heads", "Run 2, entry N: +0 s  tails",
      ])
  }

  @Test func `gives results in the order of the scenarios, each when its last run has ended`()
    async throws
  {
    let source = StorySource(
      file: StoryFile(
        reading: SourceFile(
          path: "coins.yaml",
          text: """
            story: Coins
            module: coin
            scenarios:
              - scenario: First
                when: coin "a" is thrown
              - scenario: Second
                when: coin "b" is thrown
            """)),
      folder: StoryFolder(story: URL(filePath: "/coins"), root: URL(filePath: "/coins")))
    let scenarios = Plan([source], vocabularies: [Vocabulary(of: CoinModule.self)]).scenarios
    try #require(scenarios.count == 2)
    let (first, second) = (await Runner().run(scenarios[0]), await Runner().run(scenarios[1]))
    var repetition = Repetition(scenarios: 2, times: 2, checksTraces: false)
    #expect(repetition.take(second, of: 1).isEmpty)
    #expect(repetition.take(first, of: 0).isEmpty)
    #expect(repetition.take(second, of: 1).isEmpty)
    let complete = repetition.take(first, of: 0)
    #expect(complete.map { $0.scenario.id.titles.last } == ["First", "Second"])
  }
}
