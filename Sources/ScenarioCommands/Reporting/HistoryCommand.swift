import ArgumentParser
import DisplayText
import ScenarioLanguage
import ScenarioReports

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show earlier runs, or the results of a scenario in them.",
    discussion: """
      Exit status: 0 on success, 2 if no scenario or more than one matches, or \
      the history can't be read.
      """)

  @Argument(
    help: .init(
      "A part of a scenario's current or former full name (default: list all runs).",
      valueName: "scenario"))
  var scenario: String?

  @Option(
    help: .init("The scenarios folder whose runs to show.", valueName: "folder"),
    transform: PackageFolder.path)
  var folder = Choice.defaultFolder

  @Option(help: .init("The number of runs to show, newest first.", valueName: "n")) var limit = 20

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
  }

  func run() throws {
    let folder = RunHistory.url(ofStoriesIn: self.folder)
    RunJournal.keepKilledRuns(
      in: folder, branch: RunReport.Origin(runBy: "scenarios history").branch)
    // Reading the history must not create one.
    guard try RunHistory.exists(in: folder) else {
      let none: Message = "There are no earlier runs in \(folder.relativePath)."
      return Console.output.write(StoryLanguage.terminal.text(of: none) + "\n")
    }
    let history = try RunHistory(in: folder)
    defer { history.notices.report() }
    Console.output.write(try answer(of: history))
  }

  private func answer(of history: RunHistory) throws -> String {
    let text = HistoryText(style: Console.output.style, language: .terminal)
    guard let scenario else {
      let runs = history.runs(limit: limit)
      let none = StoryLanguage.terminal.text(of: "There are no earlier runs.") + "\n"
      return runs.isEmpty ? none : text.text(for: runs)
    }
    let found = history.scenarios(named: scenario)
    guard let only = found.first else {
      throw Diagnostic(
        "no scenario in the history has \"\(scenario)\" in its name", hints: [.listsScenarios])
    }
    guard found.count == 1 else {
      let count = "\(found.count) scenarios have \"\(scenario)\" in their names"
      Console.error.report(.error, "\(count); specify one by its name or by the text before it:")
      Console.error.write(
        text.text(for: Array(found.prefix(20)))
          + (found.count > 20 ? "… and \(found.count - 20) more\n" : ""))
      throw ExitStatus.inputIsWrong
    }
    return text.text(forScenario: history.results(of: only.identity, limit: limit))
  }
}
