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

  let scenarios: JobScenarios
  /// The resources of the worker.
  let resources: WorkerResources
  /// The destination of the messages.
  let writer: MessageWriter

  private var job: StoryJob { scenarios.job }

  /// - Parameters:
  ///   - files: The files of the batch.
  ///   - isOnly: Whether this is the only batch that this process runs.
  /// - Returns: Whether the batch has run; if not, another worker must run it.
  func run(_ batch: [JobScenarios.Entry], of files: [StoryJob.File], isOnly: Bool) throws -> Bool {
    guard !batch.isEmpty else { return true }
    func forked(times: Int) -> ForkedProcesses {
      forks(of: batch) {
        try scenarios.message(of: batch[$0], times: times, output: resources.capture)
      }
    }
    let processes = forked(times: job.checksDeterminism ? 1 : job.repetitions)
    if job.checksDeterminism {
      let check = DeterminismCheck(
        processes: processes,
        repeated: job.repetitions > 2 ? forked(times: job.repetitions - 1) : nil,
        names: batch.map(\.scenario.name), report: { try scenarios.report(of: $1, batch[$0]) },
        execute: { try execute(batch, of: files, $0) })
      try check.run { try writer.write(RunEvent.ended(batch[$0].position, $1), flushes: false) }
      return true
    }
    if isOnly, job.mayRunInWorker, !job.world.isReal, job.isolation == .shared,
      !batch.contains(where: scenarios.observes), batch.count <= Self.scenariosWithoutFork
    {
      return try processes.here(batch.count) { report in
        try writer.forward(report.bytes[...])
        try writer.flush()
      }
    }
    func observing() throws -> any ScenarioProcesses {
      try writer.flush()
      let processes = forks(of: batch) { try scenarios.shownMessage(of: batch[$0]) }
      return permitted(processes, for: batch, of: files, observing: true)
    }
    try permitted(processes, for: batch, of: files).run(
      batch.indices, limit: job.failsFast ? Self.scenariosToFailFast : .max,
      eachAlone: job.isolation == .isolated && job.world != .realTime, observing: observing
    ) { index, end, difference in
      let entry = batch[index]
      switch end {
      case .lost: return false
      case .ran(_, let bytes) where difference == nil: try writer.forward(bytes)
      default:
        var report = try scenarios.report(of: end, entry)
        if let difference {
          report.notes.append(difference.note(on: entry.scenario) { batch[$0].scenario })
        }
        try writer.write(RunEvent.ended(entry.position, report), flushes: false)
      }
      return scenarios.observes(entry)
    } shown: {
      try writer.forward($1)
    }
    return true
  }

  /// Returns processes for a batch that are forked from this one.
  private func forks(
    of batch: [JobScenarios.Entry], _ run: @escaping (Int) throws -> ScenarioMessage
  ) -> ForkedProcesses {
    let modules = Set(batch.map(\.scenario.module))
    return ForkedProcesses(
      memorySeed: job.memorySeed,
      startsPrograms: scenarios.vocabularies.contains {
        $0.startsPrograms && modules.contains($0.module)
      },
      resources: resources, world: job.world, onPause: writer.flush, run: run)
  }

  /// Returns forked processes for a batch, or what takes their place where nothing may fork.
  private func permitted(
    _ processes: ForkedProcesses, for batch: [JobScenarios.Entry], of files: [StoryJob.File],
    observing: Bool = false
  ) -> any ScenarioProcesses {
    if ChildProcess.forks { return processes }
    func onPause() throws {
      resources.progress.doesOwnWork()
      try writer.flush()
    }
    var job = job
    job.files = files
    return ExecutedProcesses(
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
}
