import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// The part of a worker that goes through the files of a job, and has their scenarios run.
///
/// It runs in a worker process, or in the command itself with ``StoryJob/Isolation/inProcess``.
package struct JobRunner {
  /// The number of scenarios that completes a batch.
  ///
  /// Planning so many takes little memory, and running them justifies the start of a process.
  private static let batchSize = 1_000

  private let scenarios: JobScenarios
  private let send: (RunEvent) throws -> Void
  /// The runner of batches in other processes; `nil` if they run in this one.
  private let batches: BatchRunner?

  /// - Parameters:
  ///   - job: The job to run.
  ///   - vocabularies: The vocabularies of the modules.
  ///   - worker: The resources of the worker, and the destination of its messages; `nil` if the
  ///     scenarios run in this process.
  ///   - live: Runs a scenario live and with the test doubles, for jobs that are live.
  ///   - send: Called with each event; by default, the worker's writer receives it.
  init(
    _ job: StoryJob, vocabularies: [Vocabulary],
    in worker: (resources: WorkerResources, writer: MessageWriter)? = nil,
    live: (@Sendable (PlannedScenario) -> ScenarioReport)? = nil,
    send: ((RunEvent) throws -> Void)? = nil
  ) throws(WorkerFailure) {
    let scenarios = try JobScenarios(
      of: job, vocabularies: vocabularies, noting: worker?.resources.progress, live: live)
    self.scenarios = scenarios
    self.send = send ?? { event in try worker?.writer.write(event, flushes: true) }
    batches = worker.map { BatchRunner(scenarios: scenarios, resources: $0, writer: $1) }
  }

  /// Runs jobs one after another in this process.
  package static func run(
    _ jobs: [StoryJob], vocabularies: [Vocabulary], receive: (RunEvent) throws -> Void
  ) throws {
    try ProcessState.begin(startsPrograms: vocabularies.contains(where: \.startsPrograms))
    UnexpectedExit.watch()
    defer { UnexpectedExit.isWatched.store(false, ordering: .sequentiallyConsistent) }
    try withoutActuallyEscaping(receive) { receive in
      for job in jobs { try JobRunner(job, vocabularies: vocabularies, send: receive).run() }
    }
  }

  /// Makes this process a worker that runs one job after another, if it was executed as one.
  ///
  /// A job is JSON, because the supervisor may be of another version.
  package static func serve(vocabularies: () -> [Vocabulary]) {
    if Worker.role == StoryJob.roleOfScenarios { serveScenarios(vocabularies()) }
    guard Worker.role == StoryJob.role else { return }
    Worker.serve { request, resources, writer in
      try writer.write(RunEvent.workerBegan(version: StoryJob.version), flushes: true)
      let request = Data(request)
      // The supervisor has received this build's version and reports the difference.
      guard
        try JSONDecoder().decode(StoryJob.Version.self, from: request).version == StoryJob.version
      else { return false }
      let job = try JSONDecoder().decode(StoryJob.self, from: request)
      var resources = resources
      resources.limits = job.limits
      resources.progress.crashes = job.crashes
      resources.progress.readsModules()
      try JobRunner(job, vocabularies: vocabularies(), in: (resources, writer)).run()
      try writer.flush()
      return true
    }
  }

  /// Makes this process a worker for ``ExecutedProcesses``, which serves requests until a scenario
  /// does not pass or their pipe is closed.
  ///
  /// It plans a file when one of its scenarios is requested.
  package static func serveScenarios(_ vocabularies: [Vocabulary]) -> Never {
    TestIssues.receive()
    var (current, planned): (JobScenarios?, [JobScenarios.Entry]) = (nil, [])
    Worker.serve { message, resources, writer in
      guard let scenarios = current else {
        let job = try BinaryDecoder.decode(StoryJob.self, from: message)
        current = try JobScenarios(of: job, vocabularies: vocabularies, noting: resources.progress)
        var resources = resources
        resources.limits = job.limits
        try resources.beginRuns(startsPrograms: vocabularies.contains(where: \.startsPrograms))
        return true
      }
      let request = try BinaryDecoder.decode(ExecutedProcesses.Request.self, from: message)
      let wanted = request.position
      if planned.first.map({ [$0.position.file, $0.position.part] }) != [wanted.file, wanted.part] {
        // The process that sends the requests has checked the modules.
        for file in scenarios.job.files
        where (file.number, file.part) == (wanted.file, wanted.part) {
          planned = scenarios.plan(file, scenarios.read(file)).entries
        }
      }
      guard let entry = planned.dropFirst(wanted.index).first, entry.position == wanted else {
        let path = scenarios.job.files.first { $0.number == wanted.file }?.path ?? ""
        throw WorkerFailure(description: "\"\(path)\" has changed since it was planned")
      }
      resources.progress.firstObservedStep = request.firstObservedStep
      let message = try resources.run(request.scenario) {
        try request.isObservation
          ? scenarios.shownMessage(of: entry)
          : scenarios.message(of: entry, times: 1, output: resources.capture)
      }
      try writer.write(first: message.isFine ? 1 : 0, message.bytes, flushes: true)
      return message.isFine
    }
  }

  func run() throws {
    TestIssues.receive()
    var batch: [JobScenarios.Entry] = []
    var filesOfBatch: [StoryJob.File] = []
    var hasForked = false
    var checkedModules: Set<String> = []
    /// Returns whether this worker can go on.
    func finish(isOnly: Bool) throws -> Bool {
      if let batches {
        guard try batches.run(batch, of: filesOfBatch, isOnly: isOnly) else { return false }
      } else {
        try runHere(batch)
      }
      for file in filesOfBatch { try send(.fileEnded(file: file.number, part: file.part)) }
      (batch, filesOfBatch) = ([], [])
      return true
    }
    let repeated = Plan.repeatedModules(in: scenarios.vocabularies)
    guard repeated.isEmpty else { return try send(.problems(repeated)) }
    for var file in scenarios.job.files {
      let source = scenarios.read(file)
      // Only the step definitions of modules that stories name are read; `check` reads all.
      let names = source.file.stories.map(\.module.string)
        .filter { checkedModules.insert($0).inserted }
      let problems = scenarios.vocabularies.filter { names.contains($0.module) }.flatMap(\.problems)
      guard problems.isEmpty else { return try send(.problems(problems)) }
      // What plans it again must not read another text.
      if !ChildProcess.forks { file.text = source.file.source.text }
      let planned = scenarios.plan(file, source)
      try send(.planned(planned.summary))
      batch += planned.entries
      filesOfBatch.append(file)
      if batch.count >= Self.batchSize {
        _ = try finish(isOnly: false)
        hasForked = true
      }
    }
    try send(try finish(isOnly: !hasForked) ? .workerEnded(status: 0) : .handsOver)
  }

  /// Runs a batch in this process.
  private func runHere(_ batch: [JobScenarios.Entry]) throws {
    for entry in batch {
      let report = scenarios.run(entry, times: scenarios.job.repetitions, output: nil)
      try send(.ended(entry.position, report))
      guard scenarios.observes(entry) else { continue }
      try send(.shown(entry.position, scenarios.observedSteps(of: entry)))
    }
  }
}
