import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioResults

struct HistoryCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: "Shows earlier runs, or what became of a scenario in them.",
      discussion: """
        Exit status: 0 if there is something to show or to prune, 2 if there is no such scenario or \
        the history can't be read.
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "A part of a scenario's full name, as it is or was called; the runs unless given.",
      valueName: "scenario"))
  var scenario: String?

  @Option(help: ArgumentHelp("How many runs to show, the newest first.", valueName: "n"))
  var limit = 20

  @Flag(help: "Remove older runs: those that are neither among the last of their branch nor young.")
  var prune = false

  @Option(help: ArgumentHelp("With --prune: how many runs of each branch to keep.", valueName: "n"))
  var keep = Retention().runsPerBranch

  @Option(help: ArgumentHelp("With --prune: for how many days to keep all runs.", valueName: "n"))
  var days = Retention().days

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit takes a number from 1, not \(limit)") }
    // The last run is always needed for comparison.
    if keep < 1 { throw ValidationError("--keep takes a number from 1, not \(keep)") }
    if days < 0 { throw ValidationError("--days takes a number from 0, not \(days)") }
    if prune, scenario != nil { throw ValidationError("--prune is for all scenarios") }
  }

  func run() throws {
    guard let type = App.history else { throw Diagnostic("this command keeps no history") }
    RunKeeper<App>.keepKilledRuns(in: type)
    // Reading the history must not create one.
    guard type.exists(in: Self.folder) else {
      Console.output.write("There are no earlier runs in \(Self.folder.relativePath).\n")
      return
    }
    do {
      let history = try type.init(in: Self.folder)
      if let notice = history.notice { Console.error.report(.warning, "\(notice)") }
      Console.output.write(try answer(of: history))
    } catch let problem as HistoryError {
      throw Diagnostic(problem.description)
    }
  }

  private func answer(of history: any RunHistory) throws -> String {
    if prune {
      let removed = try history.prune(Retention(runsPerBranch: keep, days: days))
      return "\(removed) \(removed == 1 ? "run" : "runs") removed\n"
    }
    let text = HistoryText(style: TextStyle(isColored: Console.output.isColored))
    guard let scenario else {
      let runs = try history.runs(limit: limit, onlyWhole: false, branch: nil)
      return runs.isEmpty ? "There are no earlier runs.\n" : text.text(for: runs)
    }
    let found = try history.scenarios(named: scenario)
    guard let only = found.first else {
      throw Diagnostic("no scenario of the runs that were kept has \"\(scenario)\" in its name")
    }
    guard found.count == 1 else {
      let count = "\(found.count) scenarios have \"\(scenario)\" in their names"
      Console.error.report(
        .error, "\(count); say which, by its name or by what stands before it:")
      Console.error.write(
        text.text(for: Array(found.prefix(20)))
          + (found.count > 20 ? "… and \(found.count - 20) more\n" : ""))
      throw ExitStatus.inputIsWrong
    }
    return text.text(forScenario: try history.results(of: only.identity, limit: limit))
  }

  private static var folder: URL { URL(filePath: ".scenarios", directoryHint: .isDirectory) }
}
