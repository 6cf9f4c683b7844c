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

  /// A scenario of the batch.
  private struct Entry {
    let key: ScenarioKey
    let scenario: PlannedScenario
    var place: ScenarioReport.Place?
    /// The note for the report of a trial.
    var note: Note?
  }

  private let job: StoryJob
  private let texts = StoryTexts()
  private let vocabularies: [Vocabulary]
  private let resources: WorkerResources?
  private let live: (@Sendable (PlannedScenario) -> ScenarioReport)?
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
    self.live = live
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
    (resources, live, trials, writer) = (nil, nil, nil, nil)
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
    var batch: [Entry] = []
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
      if job.contents.contains(.text) { texts.add(source.file.source) }
      for (index, scenario) in chosen.enumerated() {
        batch.append(
          Entry(
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
    _ batch: [Entry], of files: [StoryJob.File], isOnly: Bool
  ) throws -> Bool {
    guard !batch.isEmpty else { return true }
    guard let resources, let writer else {
      for entry in batch {
        try send(.ended(entry.key, run(entry, times: job.repetitions, output: nil)))
        if observes { try send(.shown(entry.key, observedSteps(of: entry))) }
      }
      return true
    }
    var runs = ForkedRuns(in: resources, onMainThread: job.isLive, onPause: writer.flush) { index in
      try message(
        of: batch[index], times: job.checksDeterminism ? 1 : job.repetitions,
        output: resources.capture)
    }
    prepare(&runs, for: batch)
    if job.checksDeterminism {
      var repeated = ForkedRuns(in: resources) { index in
        try message(of: batch[index], times: job.repetitions - 1, output: resources.capture)
      }
      prepare(&repeated, for: batch)
      let check = DeterminismCheck(
        runs: runs, repeated: job.repetitions > 2 ? repeated : nil,
        names: batch.map(\.scenario.name),
        report: { try report(of: $1, batch[$0]) },
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
      var report = try report(of: end, entry)
      if let dependence { report.notes.append(try note(on: dependence, of: index, in: batch)) }
      try send(.ended(entry.key, report))
    }
    if observes { try observe(batch, passed, others, in: resources, writer) }
    return true
  }

  private func prepare(_ runs: inout ForkedRuns, for batch: [Entry]) {
    runs.memorySeed = job.memorySeed
    let modules = Set(batch.map(\.scenario.module))
    runs.startsPrograms = vocabularies.contains {
      $0.startsPrograms && modules.contains($0.module)
    }
  }

  private func note(
    on dependence: ForkedRuns.OrderDependence, of index: Int, in batch: [Entry]
  ) throws -> Note {
    let predecessor = dependence.predecessor.map { batch[$0].scenario }
    let scenario = batch[index].scenario
    guard let end = dependence.failureAlone else {
      return Note(ofPassingAlone: scenario, after: predecessor)
    }
    return Note(
      ofPassing: scenario, onlyAfter: predecessor,
      failureAlone: try report(of: end, batch[index]).failures.first)
  }

  /// Runs a batch in a newly executed process, and returns the reports by their index.
  private func execute(
    _ batch: [Entry], of files: [StoryJob.File], _ variation: ProcessVariation
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

  private func report(of end: ForkedRuns.End, _ entry: Entry) throws -> ScenarioReport {
    switch end {
    case .ran(_, let bytes):
      let message = try BinaryDecoder().decode(RunEvent.self, from: bytes)
      if case .ended(_, let report) = message { return report }
      throw LostProcess(reason: "it sent no result")
    case .terminated(let scenario):
      var report = complete(
        scenario.report(of: entry.scenario, contents: job.contents), entry)
      mask(&report)
      return report
    case .lost: throw LostProcess(reason: "it sent no result")
    }
  }

  /// Runs a scenario in this process.
  private func run(_ entry: Entry, times: Int, output: OutputCapture?) -> ScenarioReport {
    var report = complete(report(of: entry.scenario, times: times), entry)
    report.output = output?.text
    mask(&report)
    return report
  }

  /// Runs a scenario in this process and encodes the message about it.
  private func message(
    of entry: Entry, times: Int, output: OutputCapture?
  ) throws -> ForkedRuns.Report {
    let report = run(entry, times: times, output: output)
    var bytes: [UInt8] = []
    try BinaryEncoder().encode(RunEvent.ended(entry.key, report), to: &bytes)
    // A list of violations needs no second run for a verdict.
    let isFine = report.isFine || job.contents.contains(.violations)
    return ForkedRuns.Report(isFine: isFine, bytes: bytes)
  }

  private func report(of scenario: PlannedScenario, times: Int) -> ScenarioReport {
    if job.isLive, let live { return live(scenario) }
    let runner = Runner(contents: job.contents.subtracting(.shownValues))
    // A determinism check compares the first two runs of a process by itself.
    if job.checksDeterminism, times > 1, writer != nil { _ = runner.run(scenario) }
    var repetition = RepeatedRuns(runner.run(scenario), checksTraces: job.checksDeterminism)
    for _ in 1..<max(1, times) { repetition.add(runner.run(scenario)) }
    return repetition.report
  }

  // MARK: - Shown values

  /// Whether the values that the app shows after each step are wanted.
  ///
  /// Taking them may change what the app does, or end its process. They are therefore taken in runs
  /// of their own, and results are those of a run in which only checks observe the app.
  private var observes: Bool { job.contents.contains(.shownValues) && !job.isLive }

  /// Runs a scenario in this process, and returns its steps with the values that the app shows.
  private func observedSteps(of entry: Entry) -> [StepResult] {
    var report = Runner(contents: [.details, .shownValues]).run(entry.scenario)
    mask(&report)
    return report.steps
  }

  /// Sends the values that the app shows in scenarios that have ended.
  ///
  /// - Parameters:
  ///   - passed: Scenarios that passed beside others, whose values are taken in the same way.
  ///   - others: Scenarios whose values must not depend on others.
  private func observe(
    _ batch: [Entry], _ passed: [Int], _ others: [Int], in resources: WorkerResources,
    _ writer: MessageWriter
  ) throws {
    try writer.flush()
    var runs = ForkedRuns(in: resources, onPause: writer.flush) { index in
      var bytes: [UInt8] = []
      let event = RunEvent.shown(batch[index].key, observedSteps(of: batch[index]))
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

  /// Adds to a report what the job asks for and the runner does not know.
  private func complete(_ report: ScenarioReport, _ entry: Entry) -> ScenarioReport {
    var report = report
    if job.allowsUndefined, entry.scenario.isUndefined { report.exemption = .undefinedAllowed }
    if let note = entry.note { report.notes.append(note) }
    report.place = entry.place
    return report
  }

  /// Masks secrets, which stories must get unmasked.
  private func mask(_ report: inout ScenarioReport) {
    if !job.contents.contains(.updates) { texts.maskSecrets(in: &report) }
  }
}

extension Note {
  /// Creates the note on a scenario that passes in a process of its own and fails after others.
  ///
  /// - Parameter predecessor: The scenario after which it fails; `nil` if it takes several.
  package init(ofPassingAlone scenario: PlannedScenario, after predecessor: PlannedScenario?) {
    let others = predecessor.map { "\"\($0.name)\"" } ?? "others"
    self.init(
      "it passes alone but fails after \(others) in the same process: the app keeps state between "
        + "scenarios", at: scenario.location)
  }
}

extension Note {
  /// Creates the note on a scenario that passes after others and fails in a process of its own.
  ///
  /// - Parameters:
  ///   - predecessor: The scenario after which it passes; `nil` if it takes several.
  ///   - failure: Its failure in a process of its own.
  package init(
    ofPassing scenario: PlannedScenario, onlyAfter predecessor: PlannedScenario?,
    failureAlone failure: Failure?
  ) {
    let others = predecessor.map { "\"\($0.name)\"" } ?? "others"
    let reason = failure.map { " (\($0.message))" } ?? ""
    self.init(
      "it fails alone\(reason) but passes after \(others) in the same process: the app keeps state "
        + "between scenarios", at: failure?.location ?? scenario.location)
  }
}

extension ScenarioReport {
  /// Whether the scenario passed or did not run, so that it does not run again in a process of its
  /// own.
  package var isFine: Bool {
    verdict == .passed || verdict == .skipped || verdict == .undefined
  }
}
