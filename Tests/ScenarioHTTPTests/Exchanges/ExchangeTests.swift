import ScenarioKit
import Testing

@testable import ScenarioEngine

#if Live
import ScenarioLive
#endif

/// Tests of requests and answers as real apps send them: the stories in `Stories`, with what a
/// terminal shows if the app works, and with each of its bugs.
@Suite("Exchanges")
struct ExchangeTests {
  @Test(arguments: Exchange.all)
  func `a story of an exchange passes, and fails with each bug of the app`(exchange: Exchange)
    throws
  {
    var shown = try exchange.plan().run()
    for bug in exchange.bugs {
      shown += "\n\nWith the bug \"\(bug)\":\n\n\(try exchange.plan(bug: bug).run())"
    }
    try exchange.story.check(shown)
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

  #if Live
  /// The bugs that only a simulation detects: their scenarios take minutes, or need a slow network.
  static let bugsOfSimulations = [
    "it tries forever", "the share is rounded down before it becomes a percentage",
  ]

  @Test(arguments: Exchange.all.map(\.story.name))
  func `an exchange takes the same course over HTTP, with and without bugs`(name: String) async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) { [name = name as String] in
      let exchange = try #require(Exchange.all.first { $0.story.name == name })
      // Checks that fail wait for this delay, and longer while a thread is busy.
      let runner = try await LiveRunner(
        LoopbackServer.self, limits: .init(delay: .milliseconds(500)), keepsShown: true)
      let bugs: [String?] = [nil] + exchange.bugs.filter { !Self.bugsOfSimulations.contains($0) }
      for bug in bugs {
        var verdicts: Set<Verdict> = []
        for scenario in try exchange.plan(bug: bug).scenarios
        where scenario.tags.contains(LiveRunner.tag) {
          let simulated = Runner(keepsShown: true).run(scenario)
          let live = await runner.run(scenario, after: simulated)
          let differences = live.differences(from: simulated)
          if bug == nil {
            #expect(differences == "", "\(scenario.name)\n\(differences)")
          } else {
            // What a check shows that waits in vain depends on how long the machine let it wait.
            #expect(
              live.verdict == simulated.verdict, "\(bug ?? ""): \(scenario.name)\n\(differences)")
          }
          verdicts.insert(live.verdict)
        }
        #expect(bug == nil ? verdicts == [.passed] : verdicts.contains(.failed), "\(bug ?? "")")
      }
      await runner.stop()
    }
  }
  #endif
}
