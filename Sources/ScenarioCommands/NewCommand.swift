import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunner

struct NewCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new", abstract: "Writes a first story for a module, with explanations.")
  }

  @Argument(help: "The module that the story is about.")
  var module: String

  @Argument(
    help: ArgumentHelp(
      "Where to write it; Scenarios/MODULE/MODULE.yaml, or the next free name, unless given."))
  var file: String?

  @Option(help: ArgumentHelp("The language of its keys and comments.", valueName: "code"))
  var language = "en"

  @Option(help: ArgumentHelp("The folder of scenarios.", valueName: "folder"))
  var folder = "Scenarios"

  func run() throws { try AppWorker<App>.run { try write(in: $0) } }

  private func write(in worker: AppWorker<App>) throws {
    try Refusal.reported {
      guard let language = StoryLanguage(code: language) else {
        let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
        throw Refusal(
          "stories can't be written in \"\(language)\" yet", remedy: "The languages are: \(codes)")
      }
      let vocabularies = try KnownModules(vocabularies: worker.vocabularies).named([module])
      guard let vocabulary = vocabularies.first else { return }
      guard vocabulary.problems.isEmpty else {
        throw Refusal(vocabulary.problems.map(\.description).joined(separator: "\n"))
      }
      // Without stories yet there is nothing to learn from, which is no mistake here.
      let files = (try? ScenariosFolder(folder).read().map(\.file)) ?? []
      let place = NewStoryFile(folder: folder)
      let path = try file.map { try place.path(typed: $0) } ?? place.freePath(for: module)
      let story = StarterStory(for: vocabulary, after: files, in: language, at: path)
      try place.write(story.text, to: path)
      Console.output.write("\(path)\nRun it with: scenarios run \(path)\n")
    }
  }
}
