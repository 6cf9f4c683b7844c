import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// Collects the results of a run, saves them to the history and writes the reports.
struct RunKeeper {
  private let options: ReportOptions
  private let usesHistory: Bool
  /// The run so far.
  private var run: RunReport
  /// Finds the origin of the run; `nil` if no results are needed.
  ///
  /// It is started at the beginning, so that the run does not wait for it at the end, and is a
  /// separate process, because running git needs threads and a supervisor must not have any.
  private let origin: ChildProcess?
  private let selection: Selection
  private let journal: RunJournal?
  /// The indices of scenarios whose shown values may follow.
  private var indices: [RunPosition: Int] = [:]
  private let texts = StoryTexts()
  /// The record of the parts of a run that is divided over machines; `nil` for other runs.
  var division: Division.Record?

  /// - Parameters:
  ///   - division: The record of the parts; `nil` if the run is not divided.
  ///   - scope: The stories that were asked for.
  ///   - selection: The scenarios that were asked for.
  ///   - usesHistory: Whether the run is compared with earlier runs and saved.
  ///   - skipsHistory: Whether a report of the run does neither.
  ///   - attempt: The number of the attempt, from 1; `nil` for the one in the environment.
  init(
    options: ReportOptions, scope: RunReport.Scope, selection: Selection, usesHistory: Bool,
    skipsHistory: Bool, attempt: Int?, division: Division.Record?
  ) throws {
    (self.division, self.options) = (division, options)
    (self.selection, self.usesHistory) = (selection, usesHistory)
    let attempt = attempt ?? RunReport.Origin.attempt(in: ProcessInfo.processInfo.environment)
    let isNeeded = usesHistory || !options.destinations.isEmpty
    origin =
      isNeeded
      ? try ChildProcess { writer in
        try writer.write(RunReport.Origin(runBy: "scenarios run", attempt: attempt))
      } : nil
    run = RunReport(
      began: Date(), seconds: 0,
      origin: RunReport.Origin(command: "scenarios run", host: "", attempt: attempt),
      scope: scope, isPartial: true)
    run.isRealTime = RealTime.isOn ? true : nil
    run.skipsHistory = skipsHistory ? true : nil
    journal = usesHistory ? RunJournal(in: RunHistory.url(ofStoriesIn: scope.folder), run) : nil
    // A journal that is left must not replace the run that was saved.
    run.id = UUID()
  }

  /// Whether results are needed at all.
  private var isNeeded: Bool { origin != nil }

  /// The optional contents that results must have; each takes time to produce.
  var contents: ScenarioReport.Contents {
    var contents: ScenarioReport.Contents = isNeeded ? [.text, .fingerprint] : []
    if !options.destinations.isEmpty { contents.insert(.details) }
    if options.destinations.contains(where: { $0.format == .html || $0.format == .json }) {
      contents.insert(.shownValues)
    }
    return contents
  }

  /// Adds a scenario, in the order of the stories.
  mutating func add(_ scenario: ScenarioReport, _ position: RunPosition?) {
    guard isNeeded else { return }
    var scenario = scenario
    texts.complete(&scenario)
    // Traces of other scenarios are recorded for other purposes.
    if scenario.verdict != .failed { scenario.trace = "" }
    scenario.compact(after: run.scenarios.last)
    if let position, contents.contains(.shownValues) { indices[position] = run.scenarios.count }
    run.scenarios.append(scenario)
  }

  /// Adds the values that the app showed to a scenario.
  mutating func add(shownAfter steps: [StepResult], of position: RunPosition) {
    guard let index = indices.removeValue(forKey: position) else { return }
    run.scenarios[index].addShownValues(of: steps)
    run.scenarios[index].compact(after: nil)
  }

  /// Adds the text of a file, from which its scenarios get their lines.
  mutating func add(_ text: String, of file: FileSummary) {
    texts.add(SourceFile(path: file.path, text: text))
    if let shares = file.shares { division?.add(shares, text: text) }
  }

  /// Adds a file that could not be run.
  mutating func add(_ file: BrokenFile) {
    if isNeeded { run.brokenFiles.append(file) }
    try? journal?.results.add(file)
  }

  /// Records a scenario in the journal when it has ended, in case this process is killed.
  func keep(_ scenario: ScenarioReport) {
    guard let journal else { return }
    var scenario = scenario
    texts.complete(&scenario)
    // No history keeps them.
    (scenario.steps, scenario.events, scenario.trace) = ([], [], "")
    try? journal.results.add(scenario)
  }

  /// Records in the journal how many scenarios there are so far.
  func keep(planned results: OrderedResults) {
    try? journal?.results.add(planned: results.scenarioCount, isComplete: results.isPlanned)
  }

  /// Writes the journal so far.
  func flush() { journal?.flush() }

  /// Ends a run that is not saved.
  func abandon() { journal?.remove() }

  /// Saves the run and writes its reports.
  ///
  /// - Parameters:
  ///   - isPartial: Whether only some of the stories were chosen or have run.
  ///   - isPlanned: Whether all stories were read.
  ///   - problems: The problems of the whole run.
  ///   - seconds: The duration of the run.
  /// - Returns: The comparison with earlier runs; `nil` if there is nothing to report.
  mutating func finish(
    isPartial: Bool, isPlanned: Bool, problems: [RunReport.Problem], seconds: Double
  ) throws -> ComparedRun? {
    guard let origin else { return nil }
    readOrigin(from: origin)
    (run.seconds, run.problems) = (seconds, problems.isEmpty ? nil : problems)
    run.isPartial = isPartial || division != nil ? true : nil
    run.shard = division?.shard(isPlanned: isPlanned)
    run.brokenFiles.sort { $0.path < $1.path }
    let finished = run
    // So that there is one copy of them.
    run.scenarios = []
    let compared = Self.compareAndRecord(
      finished, keeps: usesHistory, against: options.against,
      of: problems.contains { $0.kind == .interrupted } ? nil : selection)
    journal?.remove()
    try options.write(compared)
    return compared
  }

  /// Reads the origin, without the details from git if its process has terminated.
  private mutating func readOrigin(from process: ChildProcess) {
    do {
      if let origin = try process.value(RunReport.Origin.self) { return run.origin = origin }
    } catch {
      Console.error.report(.warning, "git information is unavailable: \(error)")
    }
    run.origin.host = ProcessInfo.processInfo.hostName
  }

  /// Compares a run with earlier runs and saves it; without a history, returns the run alone.
  static func compareAndRecord(
    _ run: RunReport, keeps: Bool, against name: String?, of selection: Selection? = nil
  ) -> ComparedRun {
    guard keeps, run.skipsHistory != true else {
      return ComparedRun(comparison: RunComparison(of: run, with: nil), trend: [RunHeading(run)])
    }
    let folder = RunHistory.url(ofStoriesIn: run.scope?.folder ?? Choice.defaultFolder)
    RunJournal.keepKilledRuns(in: folder, branch: run.origin.branch)
    return RunHistory.compareAndRecord(run, in: folder, against: name, of: selection)
  }
}

extension ComparedRun {
  /// Writes the changes since the earlier run, if there are any, and reports problems with the
  /// history.
  func show(on console: Console) {
    problems.report()
    let hasNews =
      !comparison.newlyBrokenFiles.isEmpty || comparison.entries.contains { $0.changes != [.same] }
    guard comparison.earlier != nil, hasNews else { return }
    let text = ComparisonText(style: console.style, language: .terminal)
    console.write("\n" + text.text(for: comparison))
  }
}
