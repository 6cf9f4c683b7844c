import CWorkers
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning

/// The part of a worker that reads, plans and runs the stories of a job and reports the results.
///
/// It runs in a worker process, or in the command itself with ``StoryJob/Isolation/inProcess``.
package struct JobRunner {
  /// The number of scenarios that completes a batch.
  ///
  /// Planning so many takes little memory, and running them justifies the start of a process.
  private static let scenariosAtOnce = 1_000

  /// The largest number of scenarios that run in the worker itself.
  ///
  /// Starting another process would take longer than running them.
  private static let scenariosWithoutFork = 100

  private let job: StoryJob
  private let scenarios: JobScenarios
  private let vocabularies: [Vocabulary]
  private let resources: WorkerResources?
  private let trials: (@Sendable (PlannedScenario) -> [(PlannedScenario, Note)])?
  private let send: (RunEvent) throws -> Void
  private let writer: MessageWriter?

  /// - Parameters:
  ///   - job: The job to run.
  ///   - vocabularies: The vocabularies of the modules.
  ///   - resources: Those of the worker.
  ///   - live: Runs a scenario live and with the test doubles, for jobs that are live.
  ///   - trials: Returns scenarios that run after a chosen one, with notes for their reports.
  ///   - writer: The destination of the messages.
  package init(
    _ job: StoryJob, vocabularies: [Vocabulary], in resources: WorkerResources,
    live: (@Sendable (PlannedScenario) -> ScenarioReport)? = nil,
    trials: (@Sendable (PlannedScenario) -> [(PlannedScenario, Note)])? = nil,
    to writer: MessageWriter
  ) {
    self.job = job
    self.vocabularies = vocabularies
    self.resources = resources
    scenarios = JobScenarios(job: job, live: live, isInWorker: true)
    self.trials = trials
    self.writer = writer
    send = { event in
      var flushes = true
      if case .ended = event { flushes = false }
      try writer.write(event, flushes: flushes)
    }
  }

  /// - Parameter send: Called with each event, in this process.
  private init(
    _ job: StoryJob, vocabularies: [Vocabulary], send: @escaping (RunEvent) throws -> Void
  ) {
    self.job = job
    self.vocabularies = vocabularies
    scenarios = JobScenarios(job: job, live: nil, isInWorker: false)
    (resources, trials, writer) = (nil, nil, nil)
    self.send = send
  }

  /// Runs jobs one after another in this process.
  package static func run(
    _ jobs: [StoryJob], vocabularies: [Vocabulary], receive: (RunEvent) throws -> Void
  ) throws {
    UnexpectedExit.watch()
    defer { UnexpectedExit.isWatched.store(false, ordering: .sequentiallyConsistent) }
    try withoutActuallyEscaping(receive) { receive in
      for job in jobs {
        try JobRunner(job, vocabularies: vocabularies, send: receive).run()
      }
    }
  }

  /// Makes this process a worker that runs one job after another, if it was executed as one.
  ///
  /// A job is JSON, because the supervisor may be of another version.
  package static func serve(vocabularies: () -> [Vocabulary]) {
    guard Worker.key == StoryJob.key else { return }
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
      try JobRunner(job, vocabularies: vocabularies(), in: resources, to: writer).run()
      try writer.flush()
      return true
    }
  }

  package func run() throws {
    TestIssues.receive()
    let folder = ScenariosFolder(job.folder)
    var batch: [JobScenarios.Entry] = []
    var undone: [StoryJob.File] = []
    var hasForked = false
    var checkedModules: Set<String> = []
    /// Returns whether this worker can go on.
    func finish(isOnly: Bool) throws -> Bool {
      guard try run(batch, of: undone, isOnly: isOnly) else { return false }
      for file in undone { try send(.fileEnded(file: file.number, part: file.part)) }
      batch = []
      undone = []
      return true
    }
    let repeated = Plan.repeatedModules(in: vocabularies)
    guard repeated.isEmpty else { return try send(.problems(repeated)) }
    for file in job.files {
      resources?.progress.doesOwnWork()
      let source =
        file.text.map { folder.read(file.path, text: $0) } ?? folder.read(file.path)
      // Only the step definitions of modules that stories name are read; `check` reads all.
      let names = source.file.stories.map(\.module.string)
        .filter { checkedModules.insert($0).inserted }
      let problems = vocabularies.filter { names.contains($0.module) }.flatMap(\.problems)
      guard problems.isEmpty else { return try send(.problems(problems)) }
      let planned = PlannedFile(source, vocabularies: vocabularies)
      resources?.progress.doesOwnWork()
      var broken = planned.broken
      let selected = job.selection.select(from: planned.scenarios)
      let indices = part(selected, of: file)
      var chosen = indices.map { selected[$0] }
      if job.isLive {
        chosen = chosen.filter { $0.tags.contains(PlannedScenario.liveTag) }
        // As with every other error, no scenario of the file runs.
        broken = broken ?? PlannedScenario.liveObstacles(in: chosen).first
        if broken != nil { chosen = [] }
      }
      var notes: [Int: Note] = [:]
      if let trials { (chosen, notes) = Self.add(trials, to: chosen) }
      try send(
        .planned(
          FileSummary(
            number: file.number, part: file.part, parts: file.parts, path: source.file.source.path,
            scenarios: chosen.count, searched: searched(planned.scenarios, selected: selected),
            selected: selected.count, broken: broken, warningCount: planned.warnings.count,
            warnings: job.namesWarnings ? planned.warnings : [],
            review: StoryReview.Digest(source.file),
            namedFiles: job.namesFiles ? folder.namedFiles : [],
            text: job.contents.contains(.text) && file.part == 0
              ? String(decoding: source.file.source.bytes, as: UTF8.self) : nil,
            shares: file.part == 0 ? job.division?.shares(of: selected, at: file.path) : nil)))
      if job.contents.contains(.text) { scenarios.texts.add(source.file.source) }
      for (index, scenario) in chosen.enumerated() {
        batch.append(
          JobScenarios.Entry(
            key: ScenarioKey(file: file.number, part: file.part, index: index),
            scenario: scenario,
            place: job.division.map { _ in .init(path: file.path, index: indices[index]) },
            note: notes[index]))
      }
      undone.append(file)
      if batch.count >= Self.scenariosAtOnce {
        _ = try finish(isOnly: false)
        hasForked = true
      }
    }
    try send(try finish(isOnly: !hasForked) ? .workerEnded(status: 0) : .handsOver)
  }

  // MARK: - Planning

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

  /// Returns scenarios with the trials of each, and the notes of these by their index.
  private static func add(
    _ trials: (PlannedScenario) -> [(PlannedScenario, Note)], to chosen: [PlannedScenario]
  ) -> ([PlannedScenario], [Int: Note]) {
    var (all, notes): ([PlannedScenario], [Int: Note]) = ([], [:])
    for scenario in chosen {
      all.append(scenario)
      for (trial, note) in trials(scenario) {
        notes[all.count] = note
        all.append(trial)
      }
    }
    return (all, notes)
  }

  /// Returns the number of scenarios among which the selection searches by name and tags.
  private func searched(_ scenarios: [PlannedScenario], selected: [PlannedScenario]) -> Int {
    // Only a run without scenarios says it.
    selected.isEmpty
      ? Selection(targets: job.selection.targets).select(from: scenarios).count : selected.count
  }

  // MARK: - Running

  /// - Parameters:
  ///   - files: The files of the batch.
  ///   - isOnly: Whether this is the only batch that this process runs.
  /// - Returns: Whether the batch has run; if not, another worker must run it.
  private func run(
    _ batch: [JobScenarios.Entry], of files: [StoryJob.File], isOnly: Bool
  ) throws -> Bool {
    guard !batch.isEmpty else { return true }
    guard let resources, let writer else {
      for entry in batch {
        try send(.ended(entry.key, scenarios.run(entry, times: job.repetitions, output: nil)))
        if observes { try send(.shown(entry.key, scenarios.observedSteps(of: entry))) }
      }
      return true
    }
    var runs = ForkedRuns(in: resources, onMainThread: job.isLive, onPause: writer.flush) { index in
      try scenarios.message(
        of: batch[index], times: job.checksDeterminism ? 1 : job.repetitions,
        output: resources.capture)
    }
    prepare(&runs, for: batch)
    if job.checksDeterminism {
      var repeated = ForkedRuns(in: resources) { index in
        try scenarios.message(
          of: batch[index], times: job.repetitions - 1, output: resources.capture)
      }
      prepare(&repeated, for: batch)
      let check = DeterminismCheck(
        runs: runs, repeated: job.repetitions > 2 ? repeated : nil,
        names: batch.map(\.scenario.name),
        report: { try scenarios.report(of: $1, batch[$0]) },
        execute: { try execute(batch, of: files, $0) })
      try check.run { try send(.ended(batch[$0].key, $1)) }
      return true
    }
    var sample = OrderSample()
    if let seed = job.orderSeed, job.isolation == .shared {
      sample = OrderSample(of: batch.indices, seed: seed)
      try runs.run(&sample)
    }
    if isOnly, job.mayRunInWorker, job.isolation == .shared, !observes, sample.suspects.isEmpty,
      batch.count <= Self.scenariosWithoutFork
    {
      return try runs.here(batch.count) { report in
        try writer.forward(report.bytes[...])
        try writer.flush()
      }
    }
    var (passed, others): ([Int], [Int]) = ([], [])
    try runs.run(batch.count, isolated: job.isolation == .isolated, sample: sample) {
      index, end, dependence in
      let entry = batch[index]
      switch end {
      case .lost: return
      case .terminated: break
      case .ran(let isFine, let bytes):
        if isFine, job.isolation == .shared { passed.append(index) } else { others.append(index) }
        if dependence == nil { return try writer.forward(bytes) }
      }
      var report = try scenarios.report(of: end, entry)
      if let dependence { report.notes.append(try note(on: dependence, of: index, in: batch)) }
      try send(.ended(entry.key, report))
    }
    if observes { try observe(batch, passed, others, in: resources, writer) }
    return true
  }

  private func prepare(_ runs: inout ForkedRuns, for batch: [JobScenarios.Entry]) {
    runs.memorySeed = job.memorySeed
    let modules = Set(batch.map(\.scenario.module))
    runs.startsPrograms = vocabularies.contains {
      $0.startsPrograms && modules.contains($0.module)
    }
  }

  private func note(
    on dependence: ForkedRuns.OrderDependence, of index: Int, in batch: [JobScenarios.Entry]
  ) throws -> Note {
    let predecessor = dependence.predecessor.map { batch[$0].scenario }
    let scenario = batch[index].scenario
    guard let end = dependence.failureAlone else {
      return Note(ofPassingAlone: scenario, after: predecessor)
    }
    return Note(
      ofPassing: scenario, onlyAfter: predecessor,
      failureAlone: try scenarios.report(of: end, batch[index]).failures.first)
  }

  /// Runs a batch in a newly executed process, and returns the reports by their index.
  private func execute(
    _ batch: [JobScenarios.Entry], of files: [StoryJob.File], _ variation: ProcessVariation
  ) throws -> [ScenarioReport?] {
    var job = job
    job.files = files
    job.checksDeterminism = false
    job.repetitions = 1
    job.orderSeed = nil
    job.memorySeed = variation.memorySeed
    var reports: [ScenarioKey: ScenarioReport] = [:]
    let end = try Supervisor(variation).run([job]) { event, _ in
      switch event {
      case .ended(let key, let report): reports[key] = report
      case .shown(let key, let steps): reports[key]?.addShownValues(of: steps)
      default: break
      }
    }
    guard end == .finished else { throw LostProcess(reason: "it was interrupted") }
    return batch.map { reports[$0.key] }
  }

  // MARK: - Shown values

  /// Whether the values that the app shows after each step are wanted.
  ///
  /// Taking them may change what the app does, or end its process. They are therefore taken in runs
  /// of their own, and results are those of a run in which only checks observe the app.
  private var observes: Bool { job.contents.contains(.shownValues) && !job.isLive }

  /// Sends the values that the app shows in scenarios that have ended.
  ///
  /// - Parameters:
  ///   - passed: Scenarios that passed beside others, whose values are taken in the same way.
  ///   - others: Scenarios whose values must not depend on others.
  private func observe(
    _ batch: [JobScenarios.Entry], _ passed: [Int], _ others: [Int], in resources: WorkerResources,
    _ writer: MessageWriter
  ) throws {
    try writer.flush()
    var runs = ForkedRuns(in: resources, onPause: writer.flush) { index in
      var bytes: [UInt8] = []
      let event = RunEvent.shown(batch[index].key, scenarios.observedSteps(of: batch[index]))
      try BinaryEncoder().encode(event, to: &bytes)
      return ForkedRuns.Report(isFine: true, bytes: bytes)
    }
    prepare(&runs, for: batch)
    var (shared, alone) = (passed, others)
    while !shared.isEmpty {
      let count = try runs.together(shared) { index, end in
        if case .ran(_, let bytes) = end { try writer.forward(bytes) } else { alone.append(index) }
      }
      shared.removeFirst(count)
    }
    for index in alone {
      if case .ran(_, let bytes) = try runs.alone(index) { try writer.forward(bytes) }
    }
  }
}
