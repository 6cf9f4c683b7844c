import ArgumentParser
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Compare a run with an earlier one and write reports.",
    discussion: """
      The results files are written by `scenarios run --to json=FILE`, and by \
      `swift test` with SCENARIOS_RESULTS=FILE in its environment. Several files are merged into one run: those \
      of several processes, machines and attempts. The run is saved in the history.

      The parts of a run that was divided with --shard must be complete and belong together. \
      If not, the reports have what there is and name what is missing, and the history keeps nothing.

      Exit status: 0 if all scenarios passed, 1 if not or if a run was interrupted, \
      2 if the results can't be read, a run could not begin, or a part is missing.
      """)

  @Argument(help: "The results files to merge.", transform: PackageFolder.path)
  var results: [String]

  @OptionGroup var options: ReportOptions

  func run() throws {
    try options.check()
    let console = options.console
    var (sources, unreadable) = read()
    if let parts = MergedParts(&sources, unreadable: unreadable) {
      return try report(parts, on: console)
    }
    if let error = unreadable.first { throw error }
    guard let run = RunReport.merging(sources.map(\.run)) else {
      throw Diagnostic("the results files contain no run")
    }
    let compared = RunKeeper.compareAndRecord(run, keeps: true, against: options.against)
    let summary = Summary(compared.run)
    console.write(summary.counts + "\n")
    for detail in compared.run.problems?.flatMap(\.details) ?? [] {
      console.write("  \(detail.inOneLine())\n")
    }
    if let part = compared.run.part { console.write("Only \(part)\n") }
    let hasNotRun = compared.run.problems?.contains { $0.kind == .notRun } == true
    try finish(compared, summary, isWrong: hasNotRun)
  }

  /// Shows the parts of a divided run as one, as if it had run here.
  private func report(_ parts: consuming MergedParts, on console: Console) throws {
    let faults = parts.faults
    let compared = RunKeeper.compareAndRecord(
      parts.run, keeps: faults.isEmpty, against: options.against)
    let run = compared.run
    var report = TerminalReport(
      on: console, listsAll: run.scenarios.count <= TerminalReport.listLimit)
    for scenario in run.scenarios { console.write(report.text(for: scenario)) }
    for file in run.brokenFiles { report.add(file) }
    for problem in run.problems ?? [] { report.add(problem) }
    console.write(report.ending(realTime: .seconds(run.seconds)))
    console.write(report.hint(warningCount: parts.warningCount))
    try finish(
      compared, report.summary, isWrong: report.summary.brokenFiles > 0,
      faults.map { Diagnostic($0.texts[0], hints: Array($0.texts.dropFirst())) })
  }

  /// Shows the comparison, writes the reports, and throws the exit status if it is not 0.
  private func finish(
    _ compared: ComparedRun, _ summary: Summary, isWrong: Bool, _ faults: [Diagnostic] = []
  ) throws {
    compared.show(on: options.console)
    try options.write(compared)
    Console.error.report(faults)
    if isWrong || !faults.isEmpty { throw ExitStatus.inputIsWrong }
    let fails = options.newlyBroken ? compared.comparison.hasNewlyBroken : summary.hasFailures
    if fails { throw ExitStatus.failed }
  }

  /// Reads the results files, and returns the errors in those that can't be read.
  private func read() -> (sources: [MergedParts.Source], unreadable: [Diagnostic]) {
    var (sources, unreadable): ([MergedParts.Source], [Diagnostic]) = ([], [])
    // A file has few runs, so no run is in memory twice.
    let read = Cores.map(results) { path in
      Result { () throws(Diagnostic) in try ResultsFile.records(at: path) }
    }
    for (path, result) in zip(results, read) {
      switch result {
      case .success(let runs): sources += runs.map { (path, $0) }
      case .failure(let error): unreadable.append(error)
      }
    }
    return (sources, unreadable)
  }
}
