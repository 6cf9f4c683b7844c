import ArgumentParser
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

struct ListCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "Lists scenarios without running them.")
  }

  @OptionGroup var choice: Choice

  func run() throws {
    let chosen = try choice.scenarios(of: App.vocabularies)
    let console = Console.output
    let list = ScenarioList(style: TextStyle(isColored: console.isColored))
    console.write(list.text(for: chosen.scenarios))
    guard chosen.brokenFiles.isEmpty else {
      let formatter = MistakeFormatter(isColored: Console.error.isColored)
      for file in chosen.brokenFiles {
        Console.error.write(formatter.format(file.mistakes) + "\n\n")
      }
      throw ExitStatus.inputIsWrong
    }
  }
}
