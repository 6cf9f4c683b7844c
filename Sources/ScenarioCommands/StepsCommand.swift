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
      abstract: "List the sentences that stories can use and where they are defined.",
      discussion: """
        The Markdown and HTML formats are guides for authors, with examples from existing stories.
        """)
  }

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, html
  }

  @Argument(help: "The modules whose sentences to list (default: all).")
  var modules: [String] = []

  @Option(help: "The output format.")
  var format = Format.text

  @Option(help: ArgumentHelp("The scenarios folder, for examples.", valueName: "folder"))
  var folder = "Scenarios"

  func run() throws { try AppWorker<App>.run { try list(in: $0) } }

  private func list(in worker: AppWorker<App>) throws {
    let chosen = try KnownModules(vocabularies: worker.vocabularies).named(modules)
    let console = Console.output
    switch format {
    case .text:
      console.write(StepList(style: TextStyle(isColored: console.isColored)).text(for: chosen))
    case .markdown: console.writeUnchanged(MarkdownGuide(try guide(to: chosen)).text)
    case .html: console.writeUnchanged(HTMLGuide(try guide(to: chosen)).text)
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
