import ScenarioLanguage
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

/// A run of stories: shows and keeps what becomes of them, in the order of their files.
struct RunSession<App: ScenariosApp> {
  /// So many scenarios get a line each; of more, nobody wants to see those that passed.
  private static var listLimit: Int { 200 }

  let console: Console
  private let reports: ReportOptions
  private let times: Int
  private let showsTraces: Bool
  private let began = ContinuousClock.now
  private var keeper: RunKeeper<App>
  private var report: TerminalReport
  private var progress: ProgressLine
  private var results: OrderedResults
  private var problems: [String] = []
  private var heading: String

  /// - Parameters:
  ///   - keeper: What keeps the run.
  ///   - fileCount: How many files are read.
  ///   - times: How often each scenario is run.
  ///   - showsTraces: Whether everything that happened is shown.
  ///   - heading: What is written before the first scenario.
  init(
    reports: ReportOptions, keeper: RunKeeper<App>, fileCount: Int, times: Int, showsTraces: Bool,
    heading: String
  ) {
    self.heading = heading
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

  /// Whether there was nothing to run and nothing to complain of.
  var isEmpty: Bool { results.scenarioCount == 0 && report.summary.brokenFiles == 0 }

  /// Takes a message of a worker.
  ///
  /// - Parameter bytes: The message as it was sent; `nil` if it was not.
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
      console.write(progress.advance(failed: scenario.verdict == .failed))
    case .begins, .finished, .ended: break
    }
    showWhatIsNext()
  }

  /// Called several times a second.
  mutating func idle() { keeper.flush() }

  private mutating func showWhatIsNext(skipsMissing: Bool = false) {
    // Whether each gets a line is known when all are.
    guard results.isPlanned || results.scenarioCount > Self.listLimit || skipsMissing else {
      return
    }
    report.listsAll = results.scenarioCount <= Self.listLimit
    while let scenario = results.next(skipsMissing: skipsMissing) {
      console.write(heading)
      heading = ""
      let text = report.text(for: scenario)
      if !text.isEmpty { console.write(progress.clear() + text) }
      keeper.take(scenario)
      if showsTraces { console.write(scenario.trace + "\n\n") }
    }
  }

  /// Ends a run of which nothing is to be kept, where step definitions are wrong.
  mutating func stopForProblems() throws {
    guard !problems.isEmpty else { return }
    console.write(progress.clear())
    keeper.abandon()
    Console.error.write(problems.joined(separator: "\n") + "\n")
    throw ExitStatus.inputIsWrong
  }

  /// Shows the end, keeps the run and writes its reports.
  ///
  /// - Parameters:
  ///   - isPartial: Whether only some of the stories were chosen.
  ///   - end: How the run ended.
  ///   - isLive: Whether it compared the doubles with a real server.
  /// - Throws: The exit status, where it is not 0.
  mutating func end(isPartial: Bool, end: Supervisor.End, isLive: Bool) throws {
    let isInterrupted = end != .finished
    showWhatIsNext(skipsMissing: true)
    let missing = results.scenarioCount - report.summary.total
    let realTime = ContinuousClock.now - began
    console.write(progress.clear())
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
    // A run that lost a result must not look as if all is well.
    if missing > 0 {
      throw Diagnostic("there is no result for \(Summary.count(missing, "scenario"))")
    }
    if report.summary.brokenFiles > 0 { throw ExitStatus.inputIsWrong }
    let fails =
      reports.newlyBroken
      ? remembered?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    if fails { throw ExitStatus.scenarioFailed }
    if isLive {
      let hasRun = report.summary.total > report.summary[.skipped]
      console.write(
        hasRun
          ? "The doubles tell the truth: each ended as it does with them.\n"
          : "Nothing ran, so nothing was compared.\n")
    }
  }
}
