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
      guard try run(batch, isOnly: isOnly) else { return false }
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
      var chosen = part(selected, of: file)
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
              ? String(decoding: source.file.source.bytes, as: UTF8.self) : nil)))
      if job.contents.contains(.text) { texts.add(source.file.source) }
      for (index, scenario) in chosen.enumerated() {
        batch.append(
          Entry(
            key: ScenarioKey(file: file.number, part: file.part, index: index),
            scenario: scenario, note: notes[index]))
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

  /// Returns the scenarios of one of several equal parts of a file.
  private func part(_ scenarios: [PlannedScenario], of file: StoryJob.File) -> [PlannedScenario] {
    guard file.parts > 1 else { return scenarios }
    let start = scenarios.count * file.part / file.parts
    return Array(scenarios[start..<scenarios.count * (file.part + 1) / file.parts])
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

  /// - Parameter isOnly: Whether this is the only batch that this process runs.
  /// - Returns: Whether the batch has run; if not, another worker must run it.
  private func run(_ batch: [Entry], isOnly: Bool) throws -> Bool {
    guard !batch.isEmpty else { return true }
    guard let resources, let writer else {
      for entry in batch { try send(.ended(entry.key, run(entry, output: nil))) }
      return true
    }
    let runs = ForkedRuns(in: resources, onMainThread: job.isLive, onPause: writer.flush) { index in
      try message(of: batch[index], output: resources.capture)
    }
    if job.checksDeterminism {
      let check = DeterminismCheck(runs: runs, names: batch.map(\.scenario.name)) {
        try report(of: $1, batch[$0])
      }
      try check.run { try send(.ended(batch[$0].key, $1)) }
      return true
    }
    if isOnly, job.mayRunInWorker, job.isolation == .shared,
      batch.count <= Self.scenariosWithoutFork
    {
      return try runs.here(batch.count) { report in
        try writer.forward(report.bytes[...])
        try writer.flush()
      }
    }
    try runs.run(batch.count, isolated: job.isolation == .isolated) { index, end, dependence in
      try send(
        end, of: batch[index],
        dependence.map { dependence in
          Note(
            ofPassingAlone: batch[index].scenario,
            after: dependence.predecessor.map { batch[$0].scenario })
        }, to: writer)
    }
    return true
  }

  private func send(
    _ end: ForkedRuns.End, of entry: Entry, _ dependence: Note?, to writer: MessageWriter
  ) throws {
    if case .lost = end { return }
    if case .ran(_, let bytes) = end, dependence == nil { return try writer.forward(bytes) }
    var report = try report(of: end, entry)
    if let dependence { report.notes.append(dependence) }
    try send(.ended(entry.key, report))
  }

  private func report(of end: ForkedRuns.End, _ entry: Entry) throws -> ScenarioReport {
    switch end {
    case .ran(_, let bytes):
      let message = try BinaryDecoder().decode(RunEvent.self, from: bytes)
      if case .ended(_, let report) = message { return report }
      throw LostProcess(reason: "it sent no result")
    case .terminated(let termination, let step, let time, let output):
      var report = complete(
        Runner.report(
          of: entry.scenario, terminatedIn: step, with: (termination.message, termination.details),
          at: time, contents: job.contents), entry)
      report.output = output
      mask(&report)
      return report
    case .lost: throw LostProcess(reason: "it sent no result")
    }
  }

  /// Runs a scenario in this process.
  private func run(_ entry: Entry, output: OutputCapture?) -> ScenarioReport {
    var report = complete(report(of: entry.scenario), entry)
    report.output = output?.text
    mask(&report)
    return report
  }

  /// Runs a scenario in this process and encodes the message about it.
  private func message(of entry: Entry, output: OutputCapture?) throws -> ForkedRuns.Report {
    let report = run(entry, output: output)
    var bytes: [UInt8] = []
    try BinaryEncoder().encode(RunEvent.ended(entry.key, report), to: &bytes)
    return ForkedRuns.Report(isFine: report.isFine, bytes: bytes)
  }

  private func report(of scenario: PlannedScenario) -> ScenarioReport {
    if job.isLive, let live { return live(scenario) }
    let runner = Runner(contents: job.contents)
    var repetition = RepeatedRuns(runner.run(scenario), checksTraces: job.checksDeterminism)
    for _ in 1..<max(1, job.repetitions) { repetition.add(runner.run(scenario)) }
    return repetition.report
  }

  /// Adds to a report what the job asks for and the runner does not know.
  private func complete(_ report: ScenarioReport, _ entry: Entry) -> ScenarioReport {
    var report = report
    if job.allowsUndefined, entry.scenario.isUndefined { report.exemption = .undefinedAllowed }
    if let note = entry.note { report.notes.append(note) }
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

extension ScenarioReport {
  /// Whether the scenario passed or did not run, so that it does not run again in a process of its
  /// own.
  package var isFine: Bool {
    verdict == .passed || verdict == .skipped || verdict == .undefined
  }
}
