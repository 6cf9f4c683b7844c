import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation
import Synchronization
import Testing

@testable import ScenarioRunning
@testable import ScenarioWorkers

/// A module that shows a different value in every run.
private final class CoinModule: Module {
  static let name = "coin"
  private static let runs = Mutex(0)

  private let isHeads: Bool
  private let isThird: Bool

  init(_ context: ScenarioContext) {
    let run = Self.runs.withLock { runs in
      runs += 1
      return runs
    }
    (isHeads, isThird) = (run % 2 == 1, run % 3 == 0)
  }

  static var steps: Steps {
    When("the coin is named") { module in Simulation.note(module.isHeads ? "heads" : "tails") }
    Observe("the coin shows") { $0.isHeads ? "heads" : "tails" }
    Observe("the coin is lost") { $0.isThird }
  }
}

@Suite("Repeated runs of a scenario", .serialized)
struct RepetitionCheckTests {
  private func scenario(_ step: String) throws -> PlannedScenario {
    let text = "story: S\nmodule: coin\nscenarios:\n  - scenario: A\n    \(step)\n"
    let source = StorySource(
      file: StoryFile(reading: SourceFile(path: "coins.yaml", text: text)),
      folder: StoryFolder(story: URL(filePath: "/coins"), root: URL(filePath: "/coins")))
    return try #require(
      Plan([source], vocabularies: [Vocabulary(of: CoinModule.self)]).scenarios.first)
  }

  private func result(
    of step: String, times: Int, checksTraces: Bool = false
  ) throws -> ScenarioReport {
    let scenario = try scenario(step)
    var runs = RepetitionCheck(Runner().run(scenario), checksTraces: checksTraces)
    for _ in 1..<times { runs.add(Runner().run(scenario)) }
    return runs.report
  }

  @Test func `a scenario with different outcomes in repeated runs fails`() throws {
    let result = try result(of: "then: { the coin shows: heads }", times: 3)
    #expect(result.verdict == .failed)
    #expect(
      result.failures.last?.message == "the scenario's result differs between runs")
    #expect(result.failures.last?.details.count == 2)
  }

  @Test(arguments: [false, true])
  func `a scenario fails whose third run differs from the first two`(checksTraces: Bool) throws {
    // Three runs in a row include exactly one third run of the module, whichever is the first.
    let result = try result(
      of: "then: { the coin is lost: false }", times: 3, checksTraces: checksTraces)
    #expect(result.verdict == .failed)
    #expect(result.failures.last?.message == "the scenario's result differs between runs")
  }

  @Test func `the result of a forked process has the notes of its scenario`() throws {
    let scenario = try scenario("then: { the coin is lost: false }")
    var result = Runner().run(scenario)
    result.notes = [
      Note("a note", at: scenario.location, rule: .unprovenAct),
      Note("another note", at: scenario.location),
    ]
    var bytes: [UInt8] = []
    try BinaryEncoder.encode(result, to: &bytes)
    #expect(try BinaryDecoder.decode(ScenarioReport.self, from: bytes[...]) == result)
  }

  @Test func `runs with different traces fail only when traces are compared`() throws {
    let step = "when: the coin is named"
    #expect(try result(of: step, times: 2).verdict == .passed)
    let result = try result(of: step, times: 2, checksTraces: true)
    #expect(result.verdict == .failed)
    #expect(result.failures.map(\.message) == ["two runs produced different traces"])
  }
}
