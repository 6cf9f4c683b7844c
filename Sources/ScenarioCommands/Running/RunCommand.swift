import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct RunCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run", _superCommandName: "scenarios",
      abstract: "Run scenarios and report failures.",
      discussion: """
        Scenarios run in worker processes, so that a crash of the app does not affect the rest of the \
        run. By default a worker runs many scenarios, and each one that does not pass runs again \
        in a separate process, whose verdict counts. With --isolate every scenario has a process \
        of its own, so that scenarios can't affect each other; recommended on CI.

        Exit status: 0 if all scenarios passed, 1 if one failed or is undefined, with --strict \
        also if there are notes or warnings or nothing ran, 2 if a story or the arguments are \
        wrong, 128 plus the signal number if the run was interrupted.
        """)
  }

  @OptionGroup var choice: Choice

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: .init("The number of worker processes (default: one per core).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Run each scenario in a separate process.") var isolate = false

  @Flag(help: "Run all scenarios in the command's own process, for debugging.")
  var inProcess = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var realTime: RealTimeOptions

  @Option(name: .customLong("repeat"), help: .init("Run each scenario n times.", valueName: "n"))
  var repetitions: Int?

  @Flag(
    help: """
      Fail if a scenario's result or trace differs when the scenario runs repeatedly, \
      alone, after the others in a different order, or in new processes with other hash seeds, \
      random numbers and addresses.
      """)
  var checkDeterminism = false

  @Flag(help: "Fail if there are notes or warnings, or if no scenario ran.") var strict = false

  @Flag(help: "Run only what did not pass in the last run, according to the history.")
  var failed = false

  @Flag(help: "Stop at the first scenario that fails.") var failFast = false

  @Flag(help: "Print only failures and the counts.") var quiet = false

  @Flag(help: "Print the trace of each scenario: everything that happened, and when.")
  var trace = false

  @Flag(
    help: .init(
      "Also run the scenarios tagged @live in real time, and report differences from the simulation.",
      discussion:
        "Live runs use a real server on this machine, and the app's own transport and files."))
  var live = false

  @Flag(help: "Do not fail because of steps that are not defined yet.") var allowUndefined = false

  @OptionGroup var reports: ReportOptions

  @Option(
    help: .init(
      "The number of the attempt, from 1, if a build server retries a job (default: its number).",
      valueName: "n"))
  var attempt: Int?

  @Option(
    help: .init(
      "The seed of the app's random numbers and hash values (default: 0).", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: .init(
      "Run one of n parts, such as 2/5, or the part that a build server's environment names: auto or auto/n.",
      valueName: "i/n"))
  var shard: String?

  @Option(
    help: .init(
      "With --shard: results files with the times by which to divide the scenarios.",
      valueName: "file"))
  var times: [String] = []

  @Flag(help: "Do not compare the run with earlier ones or save it.") var noHistory = false

  mutating func validate() throws {
    times = times.map(PackageFolder.path)
    if live, jobs != nil || repetitions != nil || checkDeterminism || inProcess {
      throw ValidationError(
        "--live can't be combined with --jobs, --repeat, --check-determinism or --in-process")
    }
    if live, !reports.destinations.isEmpty || reports.against != nil || reports.newlyBroken {
      throw ValidationError("--live can't be combined with --to, --against or --newly-broken")
    }
    if shard != nil, live {
      throw ValidationError(
        "--shard can't be combined with --live, which writes no results that could be merged")
    }
    if shard != nil, reports.newlyBroken || reports.against != nil {
      throw ValidationError(
        "--shard can't be combined with --newly-broken or --against, because a part has no history; "
          + "give them to the report command, which merges the parts")
    }
    if failed, shard != nil || live {
      throw ValidationError("--failed can't be combined with --shard or --live")
    }
    if noHistory, reports.against != nil {
      throw ValidationError("--no-history can't be combined with --against")
    }
    if shard == nil, !times.isEmpty { throw ValidationError("--times needs --shard") }
    if inProcess, isolate || jobs != nil {
      throw ValidationError("--in-process can't be combined with --isolate or --jobs")
    }
    try Self.check(jobs, isIn: 1...1_000, "--jobs")
    try Self.check(repetitions, isIn: 1...1_000_000, "--repeat")
    try Self.check(attempt, isIn: 1...1_000, "--attempt")
  }

  private static func check(_ number: Int?, isIn range: ClosedRange<Int>, _ option: String) throws {
    guard let number, !range.contains(number) else { return }
    throw ValidationError(
      number < range.lowerBound
        ? "\(option) must be at least \(range.lowerBound), not \(number)"
        : "\(option) must be at most \(range.upperBound), not \(number)")
  }

  /// Whether only some of the stories are requested.
  var isPartial: Bool { choice.isPartial || failed }

  func run() throws {
    if let seed { try PackageFolder.outside { try ProcessVariation.execute(withSeed: seed) } }
    var command = self
    let environment = ProcessInfo.processInfo.environment
    let bazel = BazelTest(environment)
    var finished: (session: RunSession<App>, outcome: StoryRun.Outcome)?
    // A process that Bazel must not take for a passed test has not reached its end.
    defer { bazel?.ends() }
    do {
      let part = try shard.map { try Shard($0, option: "--shard", environment: environment) }
      if part?.server == BuildServer.bazel.name { try bazel?.begin(&command) }
      finished = try command.runStories(of: part)
    } catch {
      ReportOptions.write(
        to: command.reports.destinations, thatNothingRanBecauseOf: error, attempt: attempt)
      throw error
    }
    if let outcome = finished?.outcome {
      try finished?.session.end(outcome)
    } else if strict {
      throw ExitStatus.failed
    }
  }

  /// Runs the stories; returns the session that writes its reports, or `nil` if nothing has to run.
  private func runStories(
    of part: Shard?
  ) throws -> (session: RunSession<App>, outcome: StoryRun.Outcome)? {
    try reports.check()
    var (finding, selection) = try choice.find()
    if failed {
      let failures = try LastFailures.inHistory(of: choice.folder)
      guard !failures.isEmpty else {
        reports.console.write(
          "Nothing failed in the last run, so nothing runs"
            + (strict ? ", which fails with --strict.\n" : ".\n"))
        return nil
      }
      selection.failures = failures
    }
    try RunHistory.check(reports.against, inHistoryOf: choice.folder)
    limits.reportSanitizer()
    RealTimeOptions.report()
    let division = try part.map { part in
      try Division(
        part, byTimesOf: times.flatMap { try ResultsFile.records(at: $0) }, selection: selection,
        in: finding.folder)
    }
    if let part { announce(part) }
    try reports.emptyEarlierReports()
    // First, so that git runs in parallel on a core of its own.
    let keeper = try RunKeeper(
      options: reports, scope: choice.scope, selection: selection,
      usesHistory: !noHistory && !live && part == nil, skipsHistory: noHistory, attempt: attempt,
      division: division.map { Division.Record($0, selection, in: finding.folder) })
    let run = storyRun(finding, selection, division, contents: keeper.contents)
    var session = RunSession(
      of: self, keeper: keeper, times: run.job.repetitions,
      heading: live
        ? "Live, over HTTP on this machine\n\n"
        : ProcessVariation.usedSeed == 0 ? "" : "Seed \(ProcessVariation.usedSeed)\n\n")
    Console.keepDescriptors()
    var unusedNames = selection.names.count > 1 ? selection.names : []
    let outcome: StoryRun.Outcome
    do {
      outcome = try run.run(vocabularies: { App.vocabularies }, idle: { session.idle() }) {
        if !unusedNames.isEmpty, case .ended(_, let report) = $0 {
          unusedNames.removeAll { report.name.lowercased().contains($0.lowercased()) }
        }
        try session.record($0, &$1)
      }
      // A part may have no scenarios, but not all of them.
      if outcome.end == .finished, part == nil || outcome.results.selectedCount == 0 {
        try outcome.results.checkFound(by: selection)
      }
    } catch  where error is StoryRun.WrongStepDefinitions || error is Diagnostic {
      session.abandon()
      throw error
    }
    let results = outcome.results
    session.report(selection.unknownTags(among: results.tags))
    session.report(
      unusedNames.map {
        Diagnostic("no scenario has a name that contains \"\($0)\"", severity: .warning)
      })
    if live { session.report(warnings(aboutNearlyLive: results.tags)) }
    if !isPartial { session.report(finding.unreadStories) }
    if strict, outcome.end == .finished {
      let more = StoryReview.warnings(in: finding.paths.map { .init(finding.folder.read($0).file) })
      session.add((results.warnings + more).sortedByLocation())
    }
    return (session, outcome)
  }

  /// Returns warnings about tags that differ from that of live scenarios only in their case.
  private func warnings(aboutNearlyLive tags: Set<String>) -> [Diagnostic] {
    let live = PlannedScenario.liveTag
    return tags.sorted().filter { $0 != live && $0.lowercased() == live }.map { tag in
      Diagnostic(
        "scenarios with the tag \"\(tag)\" are not run live", severity: .warning,
        hints: ["Write the tag in lower case: \(live)"])
    }
  }

  private func announce(_ part: Shard) {
    reports.console.write("\(part.words.first?.uppercased() ?? "")\(part.words.dropFirst())\n\n")
    if !reports.destinations.contains(where: { $0.format == .json }) {
      Console.error.report(
        .warning,
        "the results of this part are not kept: add \"--to json=FILE\", and merge the files of all "
          + "parts with \"\(CommandCall.name) report\"")
    }
  }

  /// Returns the run that the options describe.
  private func storyRun(
    _ finding: ScenariosFolder.Finding, _ selection: Selection, _ division: Division?,
    contents: ScenarioReport.Contents
  ) -> StoryRun {
    let count = live || inProcess ? 1 : jobs
    var run = StoryRun(of: finding.paths, in: finding.folder, selection: selection, workers: count)
    run.job.limits = limits.limits
    if live {
      (run.job.world, run.job.limits.timeout) = (.live, RunWorld.live.timeout)
      run.live = { LiveRunner.report(of: $0) }
    }
    run.job.isolation = inProcess ? .inProcess : isolate || live ? .isolated : .shared
    run.job.repetitions = max(repetitions ?? 1, checkDeterminism ? 2 : 1)
    (run.job.failsFast, run.job.checksDeterminism) = (failFast, checkDeterminism)
    (run.job.division, run.job.contents) = (division, contents)
    (run.job.allowsUndefined, run.job.namesWarnings) = (allowUndefined, strict)
    if trace { run.job.contents.insert(.trace) }
    if checkDeterminism {
      run.job.contents.formUnion([.trace, .fingerprint, .shownValues, .details])
    }
    return run
  }
}
