import ScenarioReports
import ScenarioRunner

/// A run of stories, part by part: shows and keeps what becomes of them.
struct RunSession<App: ScenariosApp> {
  /// So many scenarios get a line each; of more, nobody wants to see those that passed.
  private static var listLimit: Int { 200 }

  private let reports: ReportOptions
  private let times: Int
  private let checksTraces: Bool
  private let showsTraces: Bool
  private let console: Console
  private let runner: Runner
  private let began = ContinuousClock.now
  private var keeper: RunKeeper<App>
  private var report: TerminalReport
  private var progress: ProgressLine
  private var scenarioCount = 0

  /// - Parameters:
  ///   - keeper: What keeps the run.
  ///   - times: How often each scenario is run.
  ///   - checksTraces: Whether those runs have to leave the same trace.
  ///   - showsTraces: Whether everything that happened is shown.
  init(
    reports: ReportOptions, keeper: RunKeeper<App>, jobs: Int, times: Int, checksTraces: Bool,
    showsTraces: Bool
  ) {
    self.reports = reports
    self.times = times
    self.checksTraces = checksTraces
    self.showsTraces = showsTraces
    console = reports.console
    self.keeper = keeper
    runner = Runner(jobs: jobs, keepsShown: keeper.needsShown)
    report = TerminalReport(
      style: TextStyle(isColored: console.isColored), listsAll: false, width: console.width)
    progress = ProgressLine(isTerminal: console.isTerminal)
  }

  /// Whether there was nothing to run and nothing to complain of.
  var isEmpty: Bool { scenarioCount == 0 && report.summary.brokenFiles == 0 }

  /// Runs the scenarios of some files.
  mutating func run(_ part: PlanParts.Part) async {
    let scenarios = part.scenarios
    if scenarioCount == 0 { report.listsAll = part.isLast && scenarios.count <= Self.listLimit }
    scenarioCount += scenarios.count
    if part.isLast { progress.total = scenarioCount * times }
    for file in part.brokenFiles {
      report.add(file)
      keeper.take(file)
    }
    var repetition = Repetition(
      scenarios: scenarios.count, times: times, checksTraces: checksTraces)
    let runs = times == 1 ? scenarios : (0..<times).flatMap { _ in scenarios }
    await runner.run(runs) { index, result in
      console.write(progress.advance(failed: result.verdict == .failed))
      // Results come in as they are ready and are shown in the order of the stories.
      for result in repetition.take(result, of: index % scenarios.count) {
        let text = report.text(for: result)
        if !text.isEmpty { console.write(progress.clear() + text) }
        keeper.take(result, source: part.sources[result.scenario.id.path])
        if showsTraces { console.write(result.trace.description + "\n\n") }
      }
    }
  }

  /// Ends a run of which nothing is to be kept.
  mutating func abandon() { console.write(progress.clear()) }

  /// Shows the end, keeps the run and writes its reports.
  ///
  /// - Parameters:
  ///   - warningCount: How many warnings there are on the stories.
  ///   - isPartial: Whether only some of the stories were chosen.
  /// - Throws: The exit status, where it is not 0.
  mutating func end(warningCount: Int, isPartial: Bool) throws {
    let realTime = ContinuousClock.now - began
    console.write(progress.clear())
    console.write(report.ending(realTime: realTime, repetitions: times))
    console.write(report.hint(warningCount: warningCount))
    let remembered = try keeper.finish(
      isPartial: isPartial, seconds: realTime / .seconds(1))
    remembered?.show(on: console)
    if console.isTerminal { console.write(report.acceptanceHint) }
    if report.summary.brokenFiles > 0 { throw ExitStatus.inputIsWrong }
    let fails =
      reports.newlyBroken
      ? remembered?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    if fails { throw ExitStatus.scenarioFailed }
  }
}
