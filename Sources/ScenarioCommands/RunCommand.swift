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
    let console = reports.console
    if live {
      let chosen = try choice.scenarios(of: App.vocabularies)
      return try await LiveRun<App>(console: console).run(chosen)
    }
    let began = ContinuousClock.now
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let times = max(repetitions ?? 1, checkDeterminism ? 2 : 1)
    var parts = try choice.parts(of: App.vocabularies, jobs: jobs)
    var keeper = RunKeeper<App>(options: reports, usesHistory: !noHistory)
    let runner = Runner(jobs: jobs, keepsShown: keeper.needsShown)
    var report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: false, width: console.width)
    var progress = ProgressLine(isTerminal: console.isTerminal)
    var (count, brokenCount) = (0, 0)
    while let part = parts.next() {
      // The first part of many is more than anybody wants to see listed.
      if count == 0 { report.listsAll = parts.isAtEnd && part.scenarios.count <= 200 }
      count += part.scenarios.count
      brokenCount += part.brokenFiles.count
      if parts.isAtEnd { progress.total = count * times }
      for file in part.brokenFiles {
        report.add(file)
        keeper.take(file)
      }
      await run(
        part, on: runner, times: times, console: console, report: &report, progress: &progress,
        keeper: &keeper)
    }
    if count == 0, brokenCount == 0 {
      // Only a look at all of them tells why.
      _ = try choice.scenarios(of: App.vocabularies)
    }
    console.write(progress.clear())
    console.write(report.ending(realTime: ContinuousClock.now - began, repetitions: times))
    console.write(report.hint(warningCount: parts.warningCount))
    let remembered = try keeper.finish(
      isPartial: choice.isPartial, seconds: (ContinuousClock.now - began) / .seconds(1))
    remembered?.show(on: console)
    if console.isTerminal { console.write(report.acceptanceHint) }
    if brokenCount > 0 { throw ExitStatus.inputIsWrong }
    let fails =
      reports.newlyBroken
      ? remembered?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    if fails { throw ExitStatus.scenarioFailed }
  }

  /// Runs the scenarios of some files, and shows and keeps what becomes of them.
  private func run(
    _ part: PlanParts.Part, on runner: Runner, times: Int, console: Console,
    report: inout TerminalReport, progress: inout ProgressLine, keeper: inout RunKeeper<App>
  ) async {
    let scenarios = part.scenarios
    var repetition = Repetition(
      scenarios: scenarios.count, times: times, checksTraces: checkDeterminism)
    let runs = times == 1 ? scenarios : (0..<times).flatMap { _ in scenarios }
    await runner.run(runs) { index, result in
      console.write(progress.advance(failed: result.verdict == .failed))
      // Results come in as they are ready and are shown in the order of the stories.
      for result in repetition.take(result, of: index % scenarios.count) {
        let text = report.text(for: result)
        if !text.isEmpty { console.write(progress.clear() + text) }
        keeper.take(result, source: part.sources[result.scenario.id.path])
        if trace { console.write(result.trace.description + "\n\n") }
      }
    }
  }
}
