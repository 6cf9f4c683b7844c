import ArgumentParser
import ScenarioAuthoring
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

struct StepsCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "steps",
      abstract: "Lists what stories can say, and where each sentence is defined.",
      discussion: """
        As Markdown or HTML it is a guide for authors: with examples from the stories there are.
        """)
  }

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, html
  }

  @Argument(help: "Only the sentences of these modules.")
  var modules: [String] = []

  @Option(help: "How to write them.")
  var format = Format.text

  @Option(help: ArgumentHelp("The folder of scenarios, for examples.", valueName: "folder"))
  var folder = "Scenarios"

  func run() throws { try AppWorker<App>.run { try list(in: $0) } }

  private func list(in worker: AppWorker<App>) throws {
    let chosen = try KnownModules(vocabularies: worker.vocabularies).named(modules)
    let console = Console.output
    switch format {
    case .text:
      console.write(StepList(style: TextStyle(isColored: console.isColored)).text(for: chosen))
    case .markdown: console.write(MarkdownGuide(try guide(to: chosen)).text)
    case .html: console.write(HTMLGuide(try guide(to: chosen)).text)
    }
    try InputError.check(chosen.flatMap(\.problems))
  }

  private func guide(to chosen: [Vocabulary]) throws -> VocabularyGuide {
    let files = try ScenariosFolder(folder).read().map(\.file)
    for file in files where !file.isRunnable {
      Console.error.report(.note, "\(file.source.path) has errors, so its steps are not counted")
    }
    return VocabularyGuide(to: chosen, uses: SentenceUses(in: files, vocabularies: chosen))
  }
}
