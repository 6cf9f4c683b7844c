import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

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
    guard let language = StoryLanguage(code: language) else {
      let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
      throw Diagnostic(
        "stories can't be written in \"\(language)\" yet", hints: ["The languages are: \(codes)"]
      )
    }
    let vocabularies = try KnownModules(vocabularies: worker.vocabularies).named([module])
    guard let vocabulary = vocabularies.first else { return }
    try InputError.check(vocabulary.problems)
    // Without existing stories there is nothing to learn from, which is no error here.
    let files = (try? ScenariosFolder(folder).read().map(\.file)) ?? []
    let location = NewStoryFile(folder: folder)
    let path = try file.map { try location.path(typed: $0) } ?? location.freePath(for: module)
    let story = StarterStory(for: vocabulary, after: files, in: language, at: path)
    try location.write(story.text, to: path)
    Console.output.write("\(path)\nRun it with: scenarios run \(path)\n")
  }
}
