import ArgumentParser
import Foundation
import ScenarioReports
import ScenarioRunner

struct RunCommand<App: ScenariosApp>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", abstract: "Runs scenarios and shows what does not hold.",
      discussion: """
        Exit status: 0 if all scenarios passed, 1 if one failed, 2 if a story or the call is wrong.
        """)
  }

  @OptionGroup var choice: Choice

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "How many scenarios run side by side; one for each core unless given.", valueName: "n"))
  var jobs: Int?

  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("Run each scenario so often.", valueName: "n"))
  var repetitions: Int?

  @Flag(help: "Fail where two runs of a scenario leave different traces; runs each twice or more.")
  var checkDeterminism = false

  @Flag(help: "Print the trace of each scenario: everything that happened, and when.")
  var trace = false

  @Flag(
    help: ArgumentHelp(
      "Run the scenarios tagged @live for real, too, and say where the doubles don't tell the truth.",
      discussion: "In real time, over HTTP on this machine, with the app's own transport and files."
    ))
  var live = false

  @OptionGroup var reports: ReportOptions

  @Flag(help: "Neither compare the run with earlier ones nor keep it.")
  var noHistory = false

  func validate() throws {
    if live, jobs != nil || repetitions != nil || checkDeterminism {
      throw ValidationError("--live runs each scenario once, one after the other")
    }
    if live, !reports.destinations.isEmpty || reports.against != nil || reports.newlyBroken {
      throw ValidationError("--live writes no reports and compares with no earlier run")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs)") }
    if let repetitions, repetitions < 1 {
      throw ValidationError("--repeat takes a number from 1, not \(repetitions)")
    }
  }

  func run() async throws {
    let began = ContinuousClock.now
    let chosen = try choice.scenarios(of: App.vocabularies)
    let console = reports.console
    if live { return try await LiveRun<App>(console: console).run(chosen) }
    let times = max(repetitions ?? 1, checkDeterminism ? 2 : 1)
    var report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: chosen.scenarios.count <= 200,
      width: console.width)
    var progress = ProgressLine(
      total: chosen.scenarios.count * times, isTerminal: console.isTerminal)
    for file in chosen.brokenFiles { report.add(file) }

    var repetition = Repetition(
      scenarios: chosen.scenarios.count, times: times, checksTraces: checkDeterminism)
    let runs = (0..<times).flatMap { _ in chosen.scenarios }
    var keeper = RunKeeper<App>(options: reports, usesHistory: !noHistory)
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    await Runner(jobs: jobs, keepsShown: keeper.needsShown).run(runs) { index, result in
      console.write(progress.advance(failed: result.verdict == .failed))
      // Results come in as they are ready and are shown in the order of the stories.
      for result in repetition.take(result, of: index % chosen.scenarios.count) {
        console.write(progress.clear())
        console.write(report.text(for: result))
        keeper.take(result, source: chosen.files[result.scenario.id.path])
        if trace { console.write(result.trace.description + "\n\n") }
      }
    }
    console.write(progress.clear())
    console.write(report.ending(realTime: ContinuousClock.now - began, repetitions: times))
    console.write(report.hint(warningCount: chosen.warningCount))
    let remembered = try keeper.finish(
      brokenFiles: chosen.brokenFiles, isPartial: choice.isPartial,
      seconds: (ContinuousClock.now - began) / .seconds(1))
    remembered?.show(on: console)
    if console.isTerminal { console.write(report.acceptanceHint) }
    if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
    let fails =
      reports.newlyBroken
      ? remembered?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    if fails { throw ExitStatus.scenarioFailed }
  }
}
