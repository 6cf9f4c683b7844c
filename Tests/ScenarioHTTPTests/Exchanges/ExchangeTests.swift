import Foundation
import ScenarioKit
import ScenarioReports
import ScenarioWorkers
import StoryTestSupport
import TestSupport
import Testing

@testable import ScenarioCommands
@testable import ScenarioRunning

/// Tests of requests and answers as real apps send them: the stories in `Stories`, with what a
/// terminal shows if the app works, and with each of its bugs.
@Suite("Exchanges")
struct ExchangeTests {
  @Test(arguments: Exchange.all)
  func `a story of an exchange passes, and fails with each bug of the app`(exchange: Exchange)
    throws
  {
    try exchange.story.expect(terminalOutput(of: exchange))
  }

  private func terminalOutput(of exchange: Exchange) throws -> String {
    var shown = try exchange.plan().terminalOutput()
    for bug in exchange.bugs {
      shown += "\n\nWith the bug \"\(bug)\":\n\n\(try exchange.plan(bug: bug).terminalOutput())"
    }
    return shown
  }

  /// The exchanges that differ if the app uses `URLSession` itself, as Foundation on Linux has it.
  ///
  /// It forgets the body of a redirected request, and reports a body as sent when it has read it,
  /// before the server has it.
  static let differences = ["redirect with changed method", "upload with progress"]

  /// Foundation has no WebSockets here.
  @Test(arguments: Exchange.all.filter { $0.story.name != "WebSocket with backoff" })
  func `an exchange is the same if the app uses URLSession itself`(exchange: Exchange)
    throws
  {
    let shown = try Exchange.$usesURLSession.withValue(true) { try terminalOutput(of: exchange) }
    let name = exchange.story.name
    guard Self.differences.contains(name) else { return try exchange.story.expect(shown) }
    try expectText(
      shown, toBeIn: exchange.story.folder.appending(path: "\(name) over URLSession.txt"))
  }

  /// Each waits in real time, as its app does.
  private static let names = Sample.of(Exchange.all.map(\.story.name), oneIn: 3)

  /// The exchanges that are not tried over Foundation's `URLSession` in real time: one has a
  /// WebSocket, and in one a task is cancelled while it completes, at which Foundation ends the
  /// process on a busy machine.
  private static let exchangesOfSimulations: Set = ["WebSocket with backoff", "rate limit"]

  @Test(arguments: names.filter { !exchangesOfSimulations.contains($0) })
  func `an exchange over URLSession has the same verdicts in real time`(name: String) async {
    await #expect(processExitsWith: .success) { [name = name as String] in
      let exchange = try #require(Exchange.all.first { $0.story.name == name })
      let bugs = exchange.bugs.filter { !Self.bugsOfSimulations.contains($0) }
      let plans = try [exchange.plan()] + bugs.map { try exchange.plan(bug: $0) }
      let scenarios = plans.flatMap(\.scenarios)
      func run() -> [ScenarioReport] {
        Exchange.$usesURLSession.withValue(true) { scenarios.map { Runner().run($0) } }
      }
      let simulated = run()
      RealTime.ask(longest: 5)
      var found = run()
      // On a busy machine, the app may have been too late.
      for _ in 1..<3 * RealTime.attempts
      where zip(found, simulated).contains(where: { $0.verdict == .failed && $1.isFine }) {
        found = zip(found, run()).map { $0.isFine ? $0 : $1 }
      }
      for (found, simulated) in zip(found, simulated) where found.verdict != .skipped {
        #expect(found.verdict == simulated.verdict, "\(found.name): \(found.failures)")
        #expect(found.failures.map(\.location) == simulated.failures.map(\.location))
      }
    }
  }

  @Test(arguments: Exchange.all)
  func `an exchange has at least two bugs, and its story detects them`(exchange: Exchange) throws {
    #expect(exchange.bugs.count >= 2)
    let plan = try exchange.plan()
    #expect(plan.errors + plan.warnings == [])
    let results = plan.scenarios.map { Runner().run($0) }
    #expect(!results.isEmpty && results.allSatisfy { $0.verdict == .passed && $0.notes == [] })
    for bug in exchange.bugs {
      let results = try exchange.plan(bug: bug).scenarios.map { Runner().run($0) }
      #expect(results.contains { $0.verdict == .failed }, "\(bug)")
    }
  }

  /// The bugs that only a simulation detects: their scenarios take minutes, need a slow network, or
  /// need an order of answers or of a check and a request that a slow machine changes.
  static let bugsOfSimulations = [
    "it tries forever", "the share is rounded down before it becomes a percentage",
    "it refreshes the token again after a late refusal", "the delay does not grow",
  ]

  @Test(arguments: names)
  func `an exchange is the same over HTTP, with and without bugs`(name: String) async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) { [name = name as String] in
      let exchange = try #require(Exchange.all.first { $0.story.name == name })
      var patient = try await LiveRunner.start()
      patient.contents = [.details, .shownValues]
      for scenario in try exchange.plan().scenarios
      where scenario.tags.contains(PlannedScenario.liveTag) {
        let simulated = Runner(contents: [.details, .shownValues]).runWithEnds(scenario)
        let live = await patient.run(scenario, after: simulated.ends)
        let differences = live.differences(from: simulated.report)
        #expect(live.verdict == .passed && differences == "", "\(scenario.name)\n\(differences)")
      }
      await patient.stop()
      // A check that fails waits for the whole delay, so these delays are short. A difference by the
      // bug must show within them.
      var brief = try await LiveRunner.start()
      brief.limits = .init(delay: .milliseconds(200), delayWhileBusy: .seconds(5))
      for bug in exchange.bugs where !Self.bugsOfSimulations.contains(bug) {
        let failures = try exchange.plan(bug: bug).scenarios
          .map { ($0, Runner(contents: .shownValues).runWithEnds($0)) }
          .filter { $0.tags.contains(PlannedScenario.liveTag) && $1.report.verdict == .failed }
        #expect(!failures.isEmpty, "\(bug)")
        for (scenario, simulated) in failures {
          let live = await brief.run(scenario, after: simulated.ends)
          #expect(live.verdict == .failed, "\(bug): \(scenario.name)")
        }
      }
      await brief.stop()
    }
  }
}
