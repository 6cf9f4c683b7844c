import ArgumentParser
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

struct NewCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new", abstract: "Create a first story for a module, with explanatory comments.")
  }

  @Argument(help: "The module that the story is about.") var module: String

  @Argument(
    help: "The file to create (default: Scenarios/MODULE/MODULE.yaml, or the next free name).",
    transform: PackageFolder.path)
  var file: String?

  @Option(help: .init("The language of the story's keys and comments.", valueName: "code"))
  var language = "en"

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  func run() throws {
    try App.inWorker { vocabularies, _ in
      let file = NewStoryFile(folder: folder)
      let path = try self.file.map { try file.path(typed: $0) } ?? file.freePath(for: module)
      try file.write(story(at: path, with: vocabularies).text, to: path)
      Console.output.write("\(path)\nRun it with: \(CommandCall.name) run \(path)\n")
    }
  }

  private func story(at path: String, with known: [Vocabulary]) throws -> StarterStory {
    guard let language = StoryLanguage(code: language) else {
      let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
      throw Diagnostic(
        "stories do not support the language \"\(language)\" yet",
        hints: ["Supported languages: \(codes)"])
    }
    // One name was given.
    let vocabulary = try known.named([module])[0]
    try InputError.check(vocabulary.problems)
    return StarterStory(for: vocabulary, in: language, at: path)
  }
}
