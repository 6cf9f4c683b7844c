import ScenarioReports
import ScenarioRunner

/// Runs scenarios with the doubles and for real, and compares.
struct LiveRun<App: ScenariosApp> {
  let console: Console

  func run(_ chosen: Choice.Chosen) async throws {
    let began = ContinuousClock.now
    let scenarios = chosen.scenarios.filter { $0.tags.contains(LiveRunner.tag) }
    guard let server = App.liveServer else {
      throw refused("this command has no server to run scenarios live")
    }
    guard !scenarios.isEmpty else {
      throw refused("no chosen scenario has the tag @\(LiveRunner.tag)")
    }
    let live: LiveRunner
    do {
      live = try await LiveRunner(server)
    } catch {
      throw refused("the server can't be started: \(error)")
    }
    console.write("Live, over http://127.0.0.1:\(live.port)\n\n")
    var report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: true, width: console.width)
    for file in chosen.brokenFiles { console.write(report.text(for: file)) }
    let simulated = Runner(jobs: 1)
    for scenario in scenarios {
      let result = Self.compare(await live.run(scenario), with: await simulated.run(scenario))
      console.write(report.text(for: result))
    }
    await live.stop()
    console.write(report.ending(realTime: ContinuousClock.now - began))
    if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
    if report.summary.hasFailures { throw ExitStatus.scenarioFailed }
    console.write("The doubles tell the truth: each ended as it does with them.\n")
  }

  /// A scenario that ends one way with the doubles and another way live has failed, whichever way.
  static func compare(
    _ live: ScenarioResult, with simulated: ScenarioResult
  ) -> ScenarioResult {
    guard live.verdict != simulated.verdict else { return live }
    var result = live
    result.verdict = .failed
    let message =
      live.failures.isEmpty
      ? "it passes live, but not with the doubles" : "it passes with the doubles, but not live"
    result.failures.append(Failure(message, at: live.scenario.place))
    return result
  }

  private func refused(_ message: String) -> any Error {
    Console.error.write("error: \(message)\n")
    return ExitStatus.inputIsWrong
  }
}
