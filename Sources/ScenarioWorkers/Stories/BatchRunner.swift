import ScenarioKit
import ScenarioReports
import ScenarioRunning

/// The part of a worker that runs batches of scenarios in processes of their own.
struct BatchRunner {
  /// The largest number of scenarios that run in the worker itself.
  ///
  /// Starting another process would take longer than running them.
  private static let scenariosWithoutFork = 100

  /// The largest number of scenarios in a process of a run that ends at the first failure, which is
  /// known only after all of them.
  private static let scenariosToFailFast = 8

  let job: StoryJob
  let scenarios: JobScenarios
  let vocabularies: [Vocabulary]
  /// The resources of the worker.
  let resources: WorkerResources
  /// The destination of the messages.
  let writer: MessageWriter

  /// - Parameters:
  ///   - files: The files of the batch.
  ///   - isOnly: Whether this is the only batch that this process runs.
  /// - Returns: Whether the batch has run; if not, another worker must run it.
  func run(_ batch: [JobScenarios.Entry], of files: [StoryJob.File], isOnly: Bool) throws -> Bool {
    guard !batch.isEmpty else { return true }
    func forked(times: Int) -> ForkedRuns {
      forks(of: batch) {
        try scenarios.message(of: batch[$0], times: times, output: resources.capture)
      }
    }
    let runs = forked(times: job.checksDeterminism ? 1 : job.repetitions)
    if job.checksDeterminism {
      let check = DeterminismCheck(
        runs: runs, repeated: job.repetitions > 2 ? forked(times: job.repetitions - 1) : nil,
        names: batch.map(\.scenario.name), report: { try scenarios.report(of: $1, batch[$0]) },
        execute: { try execute(batch, of: files, $0) })
      try check.run { try writer.write(RunEvent.ended(batch[$0].position, $1), flushes: false) }
      return true
    }
    if isOnly, job.mayRunInWorker, !job.world.isReal, job.isolation == .shared,
      !batch.contains(where: scenarios.observes), batch.count <= Self.scenariosWithoutFork
    {
      return try runs.here(batch.count) { report in
        try writer.forward(report.bytes[...])
        try writer.flush()
      }
    }
    var (passed, others): ([Int], [Int]) = ([], [])
    func take(_ index: Int, _ end: ScenarioOutcome, _ difference: OutcomeDifference?) throws {
      let entry = batch[index]
      switch end {
      case .lost: return
      case .terminated: break
      case .ran(let isFine, let bytes):
        let isShared = isFine && job.isolation == .shared
        if scenarios.observes(entry) { isShared ? passed.append(index) : others.append(index) }
        if difference == nil { return try writer.forward(bytes) }
      }
      var report = try scenarios.report(of: end, entry)
      if let difference {
        report.notes.append(difference.note(on: entry.scenario) { batch[$0].scenario })
      }
      try writer.write(RunEvent.ended(entry.position, report), flushes: false)
    }
    if job.isolation == .isolated, job.world != .realTime {
      for index in batch.indices { try take(index, try runs.alone(index), nil) }
    } else {
      try processes(runs, for: batch, of: files)
        .run(batch.indices, limit: job.failsFast ? Self.scenariosToFailFast : .max, take)
    }
    if !passed.isEmpty || !others.isEmpty { try observe(batch, of: files, passed, others) }
    return true
  }

  /// Returns runs of a batch in processes that are forked from this one.
  private func forks(
    of batch: [JobScenarios.Entry], _ run: @escaping (Int) throws -> ScenarioMessage
  ) -> ForkedRuns {
    let modules = Set(batch.map(\.scenario.module))
    return ForkedRuns(
      memorySeed: job.memorySeed,
      startsPrograms: vocabularies.contains { $0.startsPrograms && modules.contains($0.module) },
      resources: resources, world: job.world, onPause: writer.flush, run: run)
  }

  /// Returns forked runs of a batch, or what takes their place where nothing may fork.
  private func processes(
    _ runs: ForkedRuns, for batch: [JobScenarios.Entry], of files: [StoryJob.File],
    observing: Bool = false
  ) -> any ScenarioRuns {
    if ChildProcess.forks { return runs }
    func onPause() throws {
      resources.progress.doesOwnWork()
      try writer.flush()
    }
    var job = job
    job.files = files
    return ExecutedRuns(
      of: job, batch.map(\.position), arguments: [SymbolTable.ownExecutable],
      role: StoryJob.roleOfScenarios, isObservation: observing, onPause: onPause)
  }

  /// Runs a batch in a newly executed process, and returns the reports by their index.
  private func execute(
    _ batch: [JobScenarios.Entry], of files: [StoryJob.File], _ variation: ProcessVariation
  ) throws -> [ScenarioReport?] {
    var job = job
    job.files = files
    job.checksDeterminism = false
    job.repetitions = 1
    job.memorySeed = variation.memorySeed
    var reports: [RunPosition: ScenarioReport] = [:]
    let supervisor = Supervisor(executable: SymbolTable.ownExecutable, variation: variation)
    let end = try supervisor.run([job]) { event in
      switch event {
      case .ended(let position, let report): reports[position] = report
      case .shown(let position, let steps): reports[position]?.addShownValues(of: steps)
      default: break
      }
    }
    guard end == .finished else { throw LostProcess(reason: "it was interrupted") }
    return batch.map { reports[$0.position] }
  }

  // MARK: - Shown values

  /// Sends the values that the app shows in scenarios that have ended.
  ///
  /// - Parameters:
  ///   - passed: Scenarios that passed beside others, whose values are taken in the same way.
  ///   - others: Scenarios whose values must not depend on others.
  private func observe(
    _ batch: [JobScenarios.Entry], of files: [StoryJob.File], _ passed: [Int], _ others: [Int]
  ) throws {
    try writer.flush()
    let runs = forks(of: batch) { try scenarios.shownMessage(of: batch[$0]) }
    try processes(runs, for: batch, of: files, observing: true).observe(
      shared: passed, alone: others
    ) { try writer.forward($1) }
  }
}
