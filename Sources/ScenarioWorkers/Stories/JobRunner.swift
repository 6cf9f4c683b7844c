import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// The part of a worker that reads and plans the stories of a job, and has their scenarios run.
///
/// It runs in a worker process, or in the command itself with ``StoryJob/Isolation/inProcess``.
package struct JobRunner {
  /// The number of scenarios that completes a batch.
  ///
  /// Planning so many takes little memory, and running them justifies the start of a process.
  private static let batchSize = 1_000

  private let job: StoryJob
  private let scenarios: JobScenarios
  private let vocabularies: [Vocabulary]
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
  ) {
    let scenarios = JobScenarios(job: job, live: live, isInWorker: worker != nil)
    (self.job, self.scenarios, self.vocabularies) = (job, scenarios, vocabularies)
    self.send = send ?? { event in try worker?.writer.write(event, flushes: true) }
    batches = worker.map { worker in
      BatchRunner(
        job: job, scenarios: scenarios, vocabularies: vocabularies, resources: worker.resources,
        writer: worker.writer)
    }
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

  /// Makes this process a worker for ``ExecutedRuns``, which serves requests until a scenario does
  /// not pass or their pipe is closed.
  ///
  /// It plans a file when one of its scenarios is requested.
  package static func serveScenarios(_ vocabularies: [Vocabulary]) -> Never {
    TestIssues.receive()
    // The process that sends the requests has checked the modules.
    var modules = Set(vocabularies.map(\.module))
    var (current, planned): (JobRunner?, [JobScenarios.Entry]) = (nil, [])
    Worker.serve { message, resources, writer in
      guard let runner = current else {
        let job = try BinaryDecoder.decode(StoryJob.self, from: message)
        current = JobRunner(job, vocabularies: vocabularies)
        var resources = resources
        resources.limits = job.limits
        try resources.beginRuns(startsPrograms: vocabularies.contains(where: \.startsPrograms))
        return true
      }
      let request = try BinaryDecoder.decode(ExecutedRuns.Request.self, from: message)
      let wanted = request.position
      if !planned.contains(where: { $0.position == wanted }) {
        for var file in runner.job.files
        where (file.number, file.part) == (wanted.file, wanted.part) {
          planned = try runner.plan(&file, in: ScenariosFolder(runner.job.folder), &modules) ?? []
        }
      }
      guard let entry = planned.first(where: { $0.position == wanted }) else {
        let path = runner.job.files.first { $0.number == wanted.file }?.path ?? ""
        throw WorkerFailure(description: "\"\(path)\" has changed since it was planned")
      }
      resources.progress.firstObservedStep = request.firstObservedStep
      let message = try resources.run(request.scenario) {
        try request.isObservation
          ? runner.scenarios.shownMessage(of: entry)
          : runner.scenarios.message(of: entry, times: 1, output: resources.capture)
      }
      try writer.write(first: message.isFine ? 1 : 0, message.bytes, flushes: true)
      return message.isFine
    }
  }

  func run() throws {
    TestIssues.receive()
    let folder = ScenariosFolder(job.folder)
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
    let repeated = Plan.repeatedModules(in: vocabularies)
    guard repeated.isEmpty else { return try send(.problems(repeated)) }
    for file in job.files {
      var file = file
      guard let planned = try plan(&file, in: folder, &checkedModules) else { return }
      batch += planned
      filesOfBatch.append(file)
      if batch.count >= Self.batchSize {
        _ = try finish(isOnly: false)
        hasForked = true
      }
    }
    try send(try finish(isOnly: !hasForked) ? .workerEnded(status: 0) : .handsOver)
  }

  // MARK: - Planning

  /// Plans a file, and sends what it has.
  ///
  /// - Returns: The scenarios to run; `nil` if step definitions are wrong, which is sent as well.
  private func plan(
    _ file: inout StoryJob.File, in folder: ScenariosFolder, _ checkedModules: inout Set<String>
  ) throws -> [JobScenarios.Entry]? {
    batches?.resources.progress.doesOwnWork()
    let source = folder.read(file.path, text: file.text)
    // Only the step definitions of modules that stories name are read; `check` reads all.
    let names = source.file.stories.map(\.module.string)
      .filter { checkedModules.insert($0).inserted }
    let problems = vocabularies.filter { names.contains($0.module) }.flatMap(\.problems)
    guard problems.isEmpty else {
      try send(.problems(problems))
      return nil
    }
    // A process that plans the file again must not read another text.
    if !ChildProcess.forks { file.text = String(decoding: source.file.source.bytes, as: UTF8.self) }
    let planned = PlannedFile(source, vocabularies: vocabularies)
    batches?.resources.progress.doesOwnWork()
    var broken = planned.broken
    let selected =
      file.variations.isEmpty
      ? job.selection.select(from: planned.scenarios)
      : file.variations.flatMap { $0.planned(among: planned.scenarios) }
    let indices = part(selected, of: file)
    var chosen = indices.map { selected[$0] }
    if job.world == .live {
      chosen = chosen.filter { $0.tags.contains(PlannedScenario.liveTag) }
      // As with every other error, no scenario of the file runs.
      broken = broken ?? PlannedScenario.liveObstacles(in: chosen)
      if broken != nil { chosen = [] }
    }
    if job.contents.contains(.trials) { chosen = chosen.flatMap { [$0] + $0.trials } }
    try send(
      .planned(
        FileSummary(
          number: file.number, part: file.part, parts: file.parts, path: source.file.source.path,
          scenarios: chosen.count, searched: searched(planned.scenarios, selected: selected),
          selected: selected.count, broken: broken, warningCount: planned.warnings.count,
          warnings: job.namesWarnings ? planned.warnings : [],
          diagnostics: job.reportsDiagnostics ? planned.diagnostics : [],
          tags: Set(source.file.stories.flatMap(\.allTags).map(\.string)).sorted(),
          namedFiles: job.namesFiles ? folder.namedFiles : [],
          text: job.contents.contains(.text) && file.part == 0
            ? String(decoding: source.file.source.bytes, as: UTF8.self) : nil,
          shares: file.part == 0 ? job.division?.shares(of: selected, at: file.path) : nil)))
    if job.contents.contains(.text) { scenarios.texts.add(source.file.source) }
    return chosen.enumerated().map { index, scenario in
      JobScenarios.Entry(
        position: RunPosition(file: file.number, part: file.part, index: index), scenario: scenario,
        place: job.division.map { _ in .init(path: file.path, index: indices[index]) })
    }
  }

  /// Returns the indices of the scenarios of one of several equal parts of a file, without those
  /// that run on other machines.
  private func part(_ scenarios: [PlannedScenario], of file: StoryJob.File) -> [Int] {
    let start = scenarios.count * file.part / file.parts
    let part = start..<scenarios.count * (file.part + 1) / file.parts
    guard let division = job.division else { return Array(part) }
    return part.filter {
      division.part(of: file.path, scenarios[$0].id.titles) == division.shard.number
    }
  }

  /// Returns the number of scenarios among which the selection searches by name and tags.
  private func searched(_ scenarios: [PlannedScenario], selected: [PlannedScenario]) -> Int {
    // Only the message for a run without scenarios uses this number.
    selected.isEmpty
      ? Selection(targets: job.selection.targets).select(from: scenarios).count : selected.count
  }

  /// Runs a batch in this process.
  private func runHere(_ batch: [JobScenarios.Entry]) throws {
    for entry in batch {
      try send(.ended(entry.position, scenarios.run(entry, times: job.repetitions, output: nil)))
      guard scenarios.observes(entry) else { continue }
      try send(.shown(entry.position, scenarios.observedSteps(of: entry)))
    }
  }
}
