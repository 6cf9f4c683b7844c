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
    if live {
      let chosen = try choice.scenarios(of: App.vocabularies)
      return try await LiveRun<App>(console: reports.console).run(chosen)
    }
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    // First, because git begins to look around here, on a core of its own.
    let keeper = RunKeeper<App>(options: reports, usesHistory: !noHistory)
    let parts = try choice.parts(of: App.vocabularies, jobs: jobs)
    var session = RunSession<App>(
      reports: reports, keeper: keeper, jobs: jobs,
      times: max(repetitions ?? 1, checkDeterminism ? 2 : 1), checksTraces: checkDeterminism,
      showsTraces: trace)
    // One job, or one core, has enough to do.
    let readsAhead = min(jobs, ProcessInfo.processInfo.activeProcessorCount) > 1
    var next = await parts.next()
    while let part = next.take() {
      // Only the steps of modules that stories name are read; `check` reads all.
      if !part.problems.isEmpty { session.abandon() }
      try choice.check(part.problems)
      async let following = readsAhead ? parts.next() : nil
      await session.run(part)
      next = await following
      if !readsAhead { next = await parts.next() }
    }
    if session.isEmpty {
      // Only a look at all of them tells why.
      _ = try choice.scenarios(of: App.vocabularies)
    }
    try session.end(warningCount: await parts.warningCount, isPartial: choice.isPartial)
  }
}
