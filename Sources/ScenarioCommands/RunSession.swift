import ScenarioLanguage
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

/// A run of stories, which shows and saves the results in the order of the files.
struct RunSession<App: ScenariosApp> {
  /// The largest number of scenarios that get a line each; in larger runs, passed scenarios are not
  /// listed.
  private static var listLimit: Int { 200 }

  let console: Console
  private let reports: ReportOptions
  private let times: Int
  private let showsTraces: Bool
  private let isStrict: Bool
  private let began = ContinuousClock.now
  private var keeper: RunKeeper<App>
  private var report: TerminalReport
  private var progress: ProgressLine
  private var results: OrderedResults
  private var problems: [String] = []
  private var noteCount = 0
  private var heading: String

  /// - Parameters:
  ///   - keeper: The keeper that saves the run.
  ///   - fileCount: The number of files to read.
  ///   - times: The number of times that each scenario is run.
  ///   - showsTraces: Whether the traces are shown.
  ///   - isStrict: Whether notes and warnings make the run fail.
  ///   - heading: The text written before the first scenario.
  init(
    reports: ReportOptions, keeper: RunKeeper<App>, fileCount: Int, times: Int, showsTraces: Bool,
    isStrict: Bool, heading: String
  ) {
    self.heading = heading
    self.isStrict = isStrict
    self.reports = reports
    self.times = times
    self.showsTraces = showsTraces
    self.keeper = keeper
    console = reports.console
    results = OrderedResults(fileCount: fileCount)
    report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: false, width: console.width)
    progress = ProgressLine(isTerminal: console.isTerminal)
  }

  /// Whether there are neither scenarios nor broken files.
  var isEmpty: Bool { results.scenarioCount == 0 && report.summary.brokenFiles == 0 }

  /// Handles a message from a worker.
  ///
  /// - Parameter bytes: The encoded message; `nil` if it was not sent by a process.
  mutating func receive(_ message: WorkerMessage, _ bytes: ArraySlice<UInt8>?) throws {
    switch message {
    case .problems(let found): problems = found
    case .planned(let summary):
      guard results.add(summary) else { return }
      if let broken = summary.broken, summary.part == 0 {
        report.add(broken)
        keeper.take(broken)
      }
      keeper.keep(bytes)
      if results.isPlanned { progress.total = results.scenarioCount }
    case .ran(let key, let scenario):
      guard results.add(scenario, key) else { return }
      keeper.keep(bytes)
      console.writeUnchanged(progress.advance(failed: scenario.fails))
    case .begins, .finished, .ended: break
    }
    showWhatIsNext()
  }

  /// Writes buffered messages; called several times a second.
  mutating func idle() { keeper.flush() }

  private mutating func showWhatIsNext(skipsMissing: Bool = false) {
    // The number of scenarios, which is final after planning, decides whether each gets a line.
    guard results.isPlanned || results.scenarioCount > Self.listLimit || skipsMissing else {
      return
    }
    report.listsAll = results.scenarioCount <= Self.listLimit
    while let scenario = results.next(skipsMissing: skipsMissing) {
      console.write(heading)
      heading = ""
      noteCount += scenario.notes.count
      let text = report.text(for: scenario)
      if !text.isEmpty {
        console.writeUnchanged(progress.clear())
        console.write(text)
      }
      keeper.take(scenario)
      if showsTraces { console.write(scenario.trace + "\n\n") }
    }
  }

  /// Ends the run without saving it and throws an error if step definitions are wrong.
  mutating func stopForProblems() throws {
    guard !problems.isEmpty else { return }
    console.writeUnchanged(progress.clear())
    keeper.abandon()
    Console.error.write(problems.joined(separator: "\n") + "\n")
    throw ExitStatus.inputIsWrong
  }

  /// The reason why a strict run fails; `nil` if there are neither notes nor warnings.
  private var strictReason: String? {
    let found = [(noteCount, "note"), (results.warningCount, "warning")].filter { $0.0 > 0 }
    guard !found.isEmpty else { return nil }
    let words = found.map { Summary.count($0, $1) }.joined(separator: " and ")
    return "With --strict, \(words) made this run fail.\n"
  }

  /// Shows the end of the run, saves it and writes its reports.
  ///
  /// - Parameters:
  ///   - isPartial: Whether only some of the stories were chosen.
  ///   - end: The way in which the run ended.
  ///   - isLive: Whether live results were compared with simulated ones.
  /// - Throws: The exit status, if it is not 0.
  mutating func end(isPartial: Bool, end: Supervisor.End, isLive: Bool) throws {
    let isInterrupted = end != .finished
    showWhatIsNext(skipsMissing: true)
    let missing = results.scenarioCount - report.summary.total
    let realTime = ContinuousClock.now - began
    console.writeUnchanged(progress.clear())
    console.write(report.ending(realTime: realTime, repetitions: times))
    if isInterrupted {
      console.write(
        "Interrupted: this is a partial result"
          + (results.isPlanned && missing > 0
            ? "; \(missing) of the chosen scenarios did not run.\n" : ".\n"))
    }
    if !isLive { console.write(report.hint(warningCount: results.warningCount)) }
    let remembered = try keeper.finish(
      isPartial: isPartial || isInterrupted || missing > 0, seconds: realTime / .seconds(1))
    remembered?.show(on: console)
    if console.isTerminal { console.write(report.acceptanceHint) }
    if case .interrupted(let signal) = end { throw ExitStatus.interrupted(by: signal) }
    // A run that lost a result must not appear to pass.
    if missing > 0 {
      throw Diagnostic("results are missing for \(Summary.count(missing, "scenario"))")
    }
    if report.summary.brokenFiles > 0 { throw ExitStatus.inputIsWrong }
    let fails =
      reports.newlyBroken
      ? remembered?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    let strictReason = isStrict ? strictReason : nil
    if let strictReason { console.write(strictReason) }
    if fails || strictReason != nil { throw ExitStatus.scenarioFailed }
    if isLive {
      let hasRun = report.summary.total > report.summary[.skipped]
      console.write(
        hasRun
          ? "All live scenarios matched their simulated outcome.\n"
          : "No scenario ran, so nothing was compared.\n")
    }
  }
}
