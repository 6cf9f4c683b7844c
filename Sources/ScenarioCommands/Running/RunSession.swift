import DisplayText
import ScenarioLanguage
import ScenarioReports
import ScenarioWorkers

/// A run of stories, which shows and saves the results in the order of the files.
struct RunSession<App: ScenariosApp> {
  let console: Console
  private let command: RunCommand<App>
  private let times: Int
  private let began = ContinuousClock.now
  private var keeper: RunKeeper
  private var report: TerminalReport
  private var progress: ProgressLine
  /// The notes on scenarios.
  private var notes: [String] = []
  /// The notes about the call.
  private var otherNotes: [String] = []
  private var warnings: [String] = []
  /// The scenarios whose known issues blocked others.
  private var blocking: [String] = []
  private var heading: String

  /// - Parameters:
  ///   - command: The command, whose options say what is shown and what makes the run fail.
  ///   - keeper: The keeper that saves the run.
  ///   - times: The number of times that each scenario is run.
  ///   - heading: The text written before the first scenario.
  init(of command: RunCommand<App>, keeper: RunKeeper, times: Int, heading: String) {
    (self.command, self.times, self.keeper) = (command, times, keeper)
    self.heading = command.quiet ? "" : heading
    console = command.reports.console
    report = TerminalReport(on: console, listsAll: false)
    progress = ProgressLine(isTerminal: console.isTerminal && !command.quiet)
  }

  /// Records an event of the run.
  ///
  /// - Parameters:
  ///   - results: The results so far.
  /// - Throws: `StoryRun.Stop` at the first failure, if the run stops there.
  mutating func record(_ event: RunEvent, _ results: inout OrderedResults) throws(StoryRun.Stop) {
    switch event {
    case .planned(let summary):
      if let broken = summary.broken, summary.part == 0 {
        report.add(broken)
        keeper.add(broken)
      }
      if let text = summary.text { keeper.add(text, of: summary) }
      keeper.keep(planned: results)
      if results.isPlanned { progress.total = results.scenarioCount }
    case .ended(_, let scenario):
      keeper.keep(scenario)
      console.writeUnchanged(progress.advance(failed: scenario.fails))
    case .shown(let position, let steps): keeper.add(shownAfter: steps, of: position)
    default: break
    }
    showNext(in: &results)
    if case .ended(_, let ended) = event, command.failFast, ended.fails { throw StoryRun.Stop() }
  }

  /// Writes the journal so far; called several times a second.
  mutating func idle() { keeper.flush() }

  private mutating func showNext(in results: inout OrderedResults, skipsMissing: Bool = false) {
    // The number of scenarios, which is final after planning, decides whether each gets a line.
    guard results.isPlanned || results.scenarioCount > TerminalReport.listLimit || skipsMissing
    else { return }
    report.listsAll = results.scenarioCount <= TerminalReport.listLimit
    while let scenario = results.next(skipsMissing: skipsMissing) {
      if !heading.isEmpty {
        console.write(heading)
        heading = ""
      }
      notes += scenario.noteLines
      if scenario.exemption == .knownIssue { blocking.append(scenario.reason ?? "") }
      let text = report.text(for: scenario)
      if !text.isEmpty, !command.quiet {
        console.writeUnchanged(progress.clear())
        console.write(text)
      }
      keeper.add(scenario, results.lastPosition)
      if command.trace { console.write(scenario.trace + "\n\n") }
    }
  }

  /// Ends the run without saving it.
  mutating func abandon() {
    console.writeUnchanged(progress.clear())
    keeper.abandon()
  }

  /// Adds the warnings in the stories of a strict run, which are shown at the end.
  mutating func add(_ found: [Diagnostic]) {
    report.add(found)
    warnings += found.map(\.line)
  }

  /// Shows diagnostics about the call immediately.
  mutating func report(_ found: [Diagnostic]) {
    guard !found.isEmpty else { return }
    console.writeUnchanged(progress.clear())
    Console.error.report(found)
    otherNotes += found.filter { $0.severity == .note }.map(\.line)
    warnings += found.filter { $0.severity == .warning }.map(\.line)
  }

  /// Returns the problems of the whole run.
  ///
  /// - Parameter missing: The number of scenarios that have no result.
  private mutating func problems(
    _ end: Supervisor.End, _ results: OrderedResults, missing: Int
  ) -> [RunReport.Problem] {
    if end == .stopped {
      return missing > 0 ? [.stopped(notRun: missing, isPlanned: results.isPlanned)] : []
    }
    if end != .finished { return [.interrupted(notRun: missing, isPlanned: results.isPlanned)] }
    // A run that lost a result must not appear to pass.
    if missing > 0 { return [.missingResults(missing)] }
    // A run in which nothing ran to its end must not appear to pass, either.
    if let first = blocking.first, blocking.count == report.summary.total, keeper.division == nil {
      return [.neverRun(blocking.count, because: first)]
    }
    let count = max(warnings.count, results.warningCount)
    let found = RunReport.Shard.Warnings(
      count: count, isStrict: command.strict, texts: command.strict ? warnings : [],
      notes: otherNotes)
    // The merged run decides, because the other parts have notes, too.
    keeper.division?.warnings = found
    guard command.strict, keeper.division == nil else { return [] }
    return RunReport.Problem.strict(
      notes: notes + otherNotes, warnings: warnings, warningCount: count,
      hasRun: report.summary.hasRun
    ).map { [$0] } ?? []
  }

  /// Shows the end of the run, saves it and writes its reports.
  ///
  /// - Throws: The exit status, if it is not 0.
  mutating func end(_ outcome: StoryRun.Outcome) throws {
    let end = outcome.end
    var results = outcome.results
    showNext(in: &results, skipsMissing: true)
    let missing = results.scenarioCount - report.summary.total
    let problems = problems(end, results, missing: missing)
    for problem in problems { report.add(problem) }
    let realTime = ContinuousClock.now - began
    console.writeUnchanged(progress.clear())
    let ending = report.ending(realTime: realTime, repetitions: times)
    console.write(command.quiet ? String(ending.trimmingPrefix("\n")) : ending)
    if !command.live, !command.strict {
      console.write(report.hint(warningCount: results.warningCount))
    }
    if command.quiet, !notes.isEmpty {
      console.write("\(counted(notes.count, "note")), not shown with --quiet\n")
    }
    if keeper.division != nil, end == .finished, results.scenarioCount == 0 {
      console.write("This part has none of the \(counted(results.selectedCount, "scenario")).\n")
    }
    let compared = try keeper.finish(
      isPartial: command.isPartial || end != .finished || missing > 0,
      isPlanned: results.isPlanned, problems: problems, seconds: realTime / .seconds(1))
    compared?.show(on: console)
    if console.isTerminal { console.write(report.acceptanceHint) }
    if case .interrupted(let signal) = end { throw ExitStatus.interrupted(by: signal) }
    if missing > 0, end != .stopped {
      throw Diagnostic("results are missing for \(counted(missing, "scenario"))")
    }
    if report.summary.brokenFiles > 0 { throw ExitStatus.inputIsWrong }
    let fails =
      command.reports.newlyBroken
      ? compared?.comparison.hasNewlyBroken ?? report.summary.hasFailures
      : report.summary.hasFailures
    if fails { throw ExitStatus.failed }
    if command.live {
      console.write(
        report.summary.hasRun
          ? "All live scenarios matched their simulated outcome.\n"
          : "No scenario ran, so nothing was compared.\n")
    }
  }
}

extension Diagnostic {
  /// The location, the severity and the message in one line.
  fileprivate var line: String {
    let prefix = location.map { "\($0.path):\(start.line):\(start.column): " } ?? ""
    return "\(prefix)\(severity.rawValue): \(message)"
  }
}
