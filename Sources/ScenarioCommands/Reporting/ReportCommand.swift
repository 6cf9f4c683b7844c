import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioResults

struct ReportCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "report",
      abstract: "Compare a run with an earlier one and write reports.",
      discussion: """
        The results files are written by `scenarios run --to json=FILE`, and by \
        `swift test` with SCENARIOS_RESULTS=FILE in its environment. Several files are merged into one run: those \
        of several processes, machines and attempts. The run is saved in the history.

        Exit status: 0 if all scenarios passed, 1 if not or if a run was interrupted, \
        2 if the results can't be read or a run could not begin.
        """)
  }

  @Argument(help: "The results files to merge.")
  var results: [String]

  @OptionGroup var options: ReportOptions

  func run() throws {
    try options.check()
    let compared = try merged()
    let console = options.console
    let summary = Summary(compared.run)
    console.write(summary.counts + "\n")
    if let part = compared.run.part { console.write("Only \(part)\n") }
    compared.show(on: console)
    try options.write(compared)
    if compared.run.problems?.contains(where: { $0.kind == .notRun }) == true {
      throw ExitStatus.inputIsWrong
    }
    let fails =
      options.newlyBroken ? compared.comparison.hasNewlyBroken : summary.hasFailures
    if fails { throw ExitStatus.scenarioFailed }
  }

  /// Returns the merged run of the results files.
  private func merged() throws -> ComparedRun {
    var records: [RunReport] = []
    for path in results {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Diagnostic("there is no file \"\(path)\", or it can't be read")
      }
      do {
        records += try ResultsFile.records(in: String(decoding: data, as: UTF8.self), path: path)
      } catch {
        throw Diagnostic("\(error)")
      }
    }
    guard let run = RunReport.merging(records) else {
      throw Diagnostic("the results files contain no run")
    }
    return RunKeeper<App>.compareAndRecord(run, keeps: true, against: options.baseline)
  }
}
