import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning

struct NewCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new", abstract: "Create a first story for a module, with explanatory comments.")
  }

  @Argument(help: "The module that the story is about.")
  var module: String

  @Argument(
    help: ArgumentHelp(
      "The file to create (default: Scenarios/MODULE/MODULE.yaml, or the next free name)."))
  var file: String?

  @Option(help: ArgumentHelp("The language of the story's keys and comments.", valueName: "code"))
  var language = "en"

  @Option(help: ArgumentHelp("The scenarios folder.", valueName: "folder"))
  var folder = Choice.defaultFolder

  func run() throws { try App.inWorker { vocabularies, _ in try write(with: vocabularies) } }

  private func write(with known: [Vocabulary]) throws {
    guard let language = StoryLanguage(code: language) else {
      let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
      throw Diagnostic(
        "stories do not support the language \"\(language)\" yet",
        hints: ["Supported languages: \(codes)"]
      )
    }
    let vocabularies = try KnownModules(vocabularies: known).named([module])
    guard let vocabulary = vocabularies.first else { return }
    try InputError.check(vocabulary.problems)
    // Without existing stories there is nothing to learn from, which is no error here.
    let files = (try? ScenariosFolder(folder).read().map(\.file)) ?? []
    let location = NewStoryFile(folder: folder)
    let path = try file.map { try location.path(typed: $0) } ?? location.freePath(for: module)
    let story = StarterStory(for: vocabulary, after: files, in: language, at: path)
    try location.write(story.text, to: path)
    Console.output.write("\(path)\nRun it with: \(CommandCall.name) run \(path)\n")
  }
}
