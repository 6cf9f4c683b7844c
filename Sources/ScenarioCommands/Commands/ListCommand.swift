import ArgumentParser
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioRunning

struct ListCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "List scenarios without running them.")
  }

  @OptionGroup var choice: Choice

  func run() throws { try AppWorker<App>.run { try list(in: $0) } }

  private func list(in worker: AppWorker<App>) throws {
    let chosen = try choice.scenarios(of: worker.vocabularies)
    let formatter = DiagnosticFormatter(isColored: Console.error.isColored)
    for file in chosen.brokenFiles {
      Console.error.write(formatter.format(file.diagnostics) + "\n\n")
    }
    Console.error.report(chosen.unknownTags)
    if !chosen.scenarios.isEmpty {
      let list = ScenarioList(style: TextStyle(isColored: Console.output.isColored))
      Console.output.write(list.text(for: chosen.scenarios))
    }
    if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
  }
}
