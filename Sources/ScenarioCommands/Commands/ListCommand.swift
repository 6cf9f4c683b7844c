import ArgumentParser
import ScenarioKit
import ScenarioReports

struct ListCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", _superCommandName: "scenarios",
      abstract: "List scenarios without running them.")
  }

  @OptionGroup var choice: Choice

  func run() throws { try App.inWorker { vocabularies, _ in try list(with: vocabularies) } }

  private func list(with vocabularies: [Vocabulary]) throws {
    let chosen = try choice.scenarios(of: vocabularies)
    Console.error.report(chosen.brokenFiles)
    Console.error.report(chosen.unknownTags)
    if !chosen.scenarios.isEmpty {
      Console.output.write(ScenarioList(style: Console.output.style).text(for: chosen.scenarios))
    }
    if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
  }
}
