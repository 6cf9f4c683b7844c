import ArgumentParser
import Foundation
import ScenarioEngine
import ScenarioWorkers

struct RunCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", abstract: "Run scenarios and report failures.",
      discussion: """
        Scenarios run in worker processes, which an app may crash without harm to the rest of the \
        run. By default a worker runs many scenarios, and each that does not pass there runs again \
        in a process of its own, whose verdict counts. With --isolate every scenario has a process \
        of its own, so that nothing of one can reach another: recommended on CI.

        Exit status: 0 if all scenarios passed, 1 if one failed, 2 if a story or the call is wrong, \
        128 and the number of the signal if the run was interrupted.
        """)
  }

  @OptionGroup var choice: Choice

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The number of worker processes; one for each core by default.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Run each scenario in a process of its own.")
  var isolate = false

  @Flag(help: "Run all scenarios in the process of the command, for debuggers.")
  var inProcess = false

  @OptionGroup var limits: LimitOptions

  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("Run each scenario n times.", valueName: "n"))
  var repetitions: Int?

  @Flag(
    help: """
      Fail if a scenario does not end in the same way, with the same trace, each time: repeated, \
      alone, and after the others in another order.
      """)
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
    if live, jobs != nil || repetitions != nil || checkDeterminism || inProcess {
      throw ValidationError("--live runs each scenario once, one after the other")
    }
    if live, !reports.destinations.isEmpty || reports.against != nil || reports.newlyBroken {
      throw ValidationError("--live writes no reports and compares with no earlier run")
    }
    if inProcess, isolate || jobs != nil {
      throw ValidationError("--in-process has no workers, so --isolate and --jobs mean nothing")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1, not \(jobs)") }
    if let repetitions, repetitions < 1 {
      throw ValidationError("--repeat takes a number from 1, not \(repetitions)")
    }
  }

  func run() throws {
    let (finding, selection) = try choice.find()
    limits.reportSanitizer()
    let liveRun = live ? try LiveRun<App>() : nil
    // First, so that git runs in parallel on a core of its own.
    let keeper = try RunKeeper<App>(options: reports, usesHistory: !noHistory && !live)
    let workers = live || inProcess ? 1 : jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let jobs = WorkDivision(finding, jobs: workers).workers.map { files in
      var job = StoryJob(folder: finding.folder.rootFolder, files: files, selection: selection)
      job.isolation = inProcess ? .inProcess : isolate || live ? .isolated : .shared
      job.repetitions = max(repetitions ?? 1, checkDeterminism ? 2 : 1)
      job.checksDeterminism = checkDeterminism
      job.isLive = live
      job.contents = keeper.contents
      job.contents.trace = trace || checkDeterminism
      job.contents.fingerprint = job.contents.fingerprint || checkDeterminism
      job.contents.shown = job.contents.shown || checkDeterminism
      job.contents.course = job.contents.course || checkDeterminism
      return job
    }
    var session = RunSession<App>(
      reports: reports, keeper: keeper, fileCount: finding.paths.count,
      times: max(repetitions ?? 1, checkDeterminism ? 2 : 1), showsTraces: trace,
      heading: live ? "Live, over HTTP on this machine\n\n" : "")
    let end = try run(jobs, liveRun, &session)
    try session.stopForProblems()
    if session.isEmpty, end == .finished {
      // The reason can only be found by looking at all scenarios.
      return try AppWorker<App>.run { worker in
        let chosen = try choice.scenarios(of: worker.vocabularies)
        try liveRun?.check(chosen.scenarios)
      }
    }
    try session.end(isPartial: choice.isPartial, end: end, isLive: live)
  }

  private func run(
    _ jobs: [StoryJob], _ liveRun: LiveRun<App>?, _ session: inout RunSession<App>
  ) throws -> Supervisor.End {
    let runLive = liveRun.map { liveRun in { @Sendable in liveRun.result(of: $0) } }
    if inProcess {
      try StoryWorker.run(jobs, vocabularies: App.vocabularies) { try session.receive($0, nil) }
      return .finished
    }
    var limits = limits.limits
    // Waiting in real time is no sign of a hang.
    if live { limits.timeout = .seconds(60) }
    Console.keepDescriptors()
    let supervisor = Supervisor(limits: limits) { job, process, writer in
      process.progress.readsModules()
      try StoryWorker(
        job, vocabularies: App.vocabularies, in: process, live: runLive, to: writer
      ).run()
    }
    return try supervisor.run(
      jobs, idle: { session.idle() }, receive: { try session.receive($0, $1) })
  }
}
