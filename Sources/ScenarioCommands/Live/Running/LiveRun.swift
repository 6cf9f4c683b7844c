import ScenarioReports
import ScenarioRunning

/// Runs a scenario live and in a simulation, and compares the results.
package enum LiveRun {
  /// Runs a scenario live and returns the compared report.
  ///
  /// Call it on the main thread of a separate process; see ``MainRunLoop``.
  package static func report(of scenario: PlannedScenario) -> ScenarioReport {
    let simulated = Runner(contents: .details).run(scenario)
    // The live run waits until the app shows the same values. Taking them must not change a result.
    let ends = Runner(contents: [.details, .shownValues]).runWithEnds(scenario).ends
    do {
      let live = try MainRunLoop.run {
        var runner = try await LiveRunner.start()
        runner.redirectsSessions = true
        let result = await runner.run(scenario, after: ends)
        await runner.stop()
        return result
      }
      return LiveComparison(live, with: simulated, hasKnownIssue: scenario.knownIssue != nil).report
    } catch {
      return Runner.report(of: scenario, terminatedIn: nil, at: .zero) {
        Failure("the server can't be started: \(error)", at: $0)
      }
    }
  }
}
