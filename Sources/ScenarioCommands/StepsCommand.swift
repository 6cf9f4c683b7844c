import ArgumentParser
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

struct StepsCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "steps",
      abstract: "Lists what stories can say, and where each sentence is defined.")
  }

  @Argument(help: "Only the sentences of these modules.")
  var modules: [String] = []

  func run() throws {
    let known = App.vocabularies.map(\.module)
    if let unknown = modules.first(where: { !known.contains($0) }) {
      let nearest = NearestText.suggestions(for: unknown, among: known, limit: 1)
      let remedy = nearest.first.map { "Did you mean: \($0)" }
      Console.error.write(
        "error: there is no module \"\(unknown)\"\n"
          + "  \(remedy ?? "Known modules: \(known.joined(separator: ", "))")\n")
      throw ExitStatus.inputIsWrong
    }
    let chosen = App.vocabularies.filter { modules.isEmpty || modules.contains($0.module) }
    let console = Console.output
    console.write(StepList(style: TextStyle(isColored: console.isColored)).text(for: chosen))
    let problems = chosen.flatMap(\.problems)
    guard problems.isEmpty else {
      Console.error.write(problems.map { "\($0)\n" }.joined())
      throw ExitStatus.inputIsWrong
    }
  }
}
