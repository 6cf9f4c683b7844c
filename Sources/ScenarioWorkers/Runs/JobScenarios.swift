import ScenarioKit
import ScenarioReports
import ScenarioRunning

/// The scenarios of a job: plans its files, and runs single scenarios in this process.
struct JobScenarios {
  /// A scenario of the job.
  struct Entry {
    let position: RunPosition
    let scenario: PlannedScenario
    var place: ScenarioReport.Place?
  }

  let job: StoryJob
  let vocabularies: [Vocabulary]
  let folder: ScenariosFolder
  let texts = StoryTexts()
  let progress: WorkerProgress?
  private let live: (@Sendable (PlannedScenario) -> ScenarioReport)?

  /// - Parameters:
  ///   - job: The job.
  ///   - vocabularies: The vocabularies of the modules.
  ///   - progress: The activity of this process; `nil` if it is no worker.
  ///   - live: Runs a scenario live and with the test doubles; jobs that are live need it.
  init(
    of job: StoryJob, vocabularies: [Vocabulary], noting progress: WorkerProgress?,
    live: (@Sendable (PlannedScenario) -> ScenarioReport)? = nil
  ) throws(WorkerFailure) {
    if job.world == .live, live == nil {
      throw WorkerFailure(description: "this process can't run scenarios live")
    }
    (self.job, self.vocabularies, folder) = (job, vocabularies, ScenariosFolder(job.folder))
    (self.progress, self.live) = (progress, live)
  }

  /// Returns whether the values that the app shows after each step are taken in another run.
  ///
  /// Taking them may change what the app does, or end its process, so that results are those of a
  /// run in which only checks observe the app. For a variation, one run must do.
  func observes(_ entry: Entry) -> Bool {
    job.contents.contains(.shownValues) && job.world != .live && !entry.scenario.isVaried
  }

  func report(of end: ScenarioOutcome, _ entry: Entry) throws -> ScenarioReport {
    var report = try end.report(of: entry.scenario, contents: job.contents)
    if case .terminated = end { complete(&report, entry) }
    return report
  }

  /// Runs a scenario in this process.
  func run(_ entry: Entry, times: Int, output: OutputCapture?) -> ScenarioReport {
    var report = report(of: entry.scenario, times: times)
    report.output = output?.text
    complete(&report, entry)
    return report
  }

  /// Runs a scenario in this process and encodes the message about it.
  func message(of entry: Entry, times: Int, output: OutputCapture?) throws -> ScenarioMessage {
    let report = run(entry, times: times, output: output)
    // A list of violations needs no second run for a verdict, and what a variation shows is proven.
    let isFine =
      report.isFinal || job.contents.contains(.violations) || entry.scenario.isVaried
    return try ScenarioMessage(isFine: isFine, RunEvent.ended(entry.position, report))
  }

  private func report(of scenario: PlannedScenario, times: Int) -> ScenarioReport {
    if let live { return live(scenario) }
    let own = job.contents.subtracting([.shownValues, .comparedValues])
    let runner = Runner(contents: scenario.isVaried ? job.contents : own)
    // In a worker, a determinism check compares the first two runs of a process by itself.
    if job.checksDeterminism, times > 1, progress != nil { _ = runner.run(scenario) }
    var repetition = RepetitionCheck(runner.run(scenario), checksTraces: job.checksDeterminism)
    for _ in 1..<max(1, times) { repetition.add(runner.run(scenario)) }
    return repetition.report
  }

  /// Takes the values that the app shows in this process, and encodes the message about them.
  func shownMessage(of entry: Entry) throws -> ScenarioMessage {
    try ScenarioMessage(isFine: true, RunEvent.shown(entry.position, observedSteps(of: entry)))
  }

  /// Runs a scenario in this process, and returns its steps with the values that the app shows.
  func observedSteps(of entry: Entry) -> [StepResult] {
    let contents = job.contents.intersection(.comparedValues).union([.details, .shownValues])
    var report = Runner(contents: contents).run(entry.scenario)
    mask(&report)
    return report.steps
  }

  /// Adds what the runner does not know, and masks secrets.
  private func complete(_ report: inout ScenarioReport, _ entry: Entry) {
    if job.allowsUndefined, entry.scenario.isUndefined { report.exemption = .undefinedAllowed }
    report.place = entry.place
    mask(&report)
  }

  /// Masks secrets, which stories must get unmasked.
  private func mask(_ report: inout ScenarioReport) {
    if !job.contents.contains(.updates) { texts.maskSecrets(in: &report) }
  }
}

extension ScenarioReport {
  /// Whether the scenario passed or did not run, so that it does not run again in a process of its
  /// own.
  package var isFine: Bool { verdict == .passed || verdict == .skipped || verdict == .undefined }

  /// Whether no other run is needed; in real time, a known issue that shows is not repeated.
  var isFinal: Bool { isFine || RealTime.isOn && verdict == .knownIssue }
}
