import ScenarioReports
import ScenarioRunner

/// Runs scenarios with the doubles and for real, and compares.
struct LiveRun<App: ScenariosApp> {
  let console: Console

  func run(_ chosen: Choice.Chosen) async throws {
    let began = ContinuousClock.now
    let tagged = chosen.scenarios.filter { $0.tags.contains(LiveRunner.tag) }
    guard let server = App.liveServer else {
      throw refused("this command has no server to run scenarios live")
    }
    guard !tagged.isEmpty else {
      throw refused("no chosen scenario has the tag @\(LiveRunner.tag)")
    }
    var report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: true, width: console.width)
    let obstacles = LiveRunner.obstacles(in: tagged)
    for file in chosen.brokenFiles + obstacles { report.add(file) }
    // As with every other mistake, nothing of the file is run.
    let scenarios = tagged.filter { scenario in
      !obstacles.contains { $0.id == scenario.id.path }
    }
    if !scenarios.isEmpty { try await run(scenarios, on: server, &report) }
    console.write(report.ending(realTime: ContinuousClock.now - began))
    let summary = report.summary
    if summary.brokenFiles > 0 { throw ExitStatus.inputIsWrong }
    if summary.hasFailures { throw ExitStatus.scenarioFailed }
    console.write(
      summary.total > summary.skipped
        ? "The doubles tell the truth: each ended as it does with them.\n"
        : "Nothing ran, so nothing was compared.\n")
  }

  private func run(
    _ scenarios: [PlannedScenario], on server: any LiveServer.Type, _ report: inout TerminalReport
  ) async throws {
    let live: LiveRunner
    do {
      live = try await LiveRunner(server)
    } catch {
      throw refused("the server can't be started: \(error)")
    }
    console.write("Live, over http://127.0.0.1:\(live.port)\n\n")
    let simulated = Runner(jobs: 1)
    for scenario in scenarios {
      let comparison = LiveComparison(
        await live.run(scenario), with: await simulated.run(scenario))
      console.write(report.text(for: comparison.result))
    }
    await live.stop()
  }

  private func refused(_ message: String) -> any Error {
    Console.error.write("error: \(message)\n")
    return ExitStatus.inputIsWrong
  }
}
