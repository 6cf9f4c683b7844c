import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct NewCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "new", abstract: "Create a first story for a module, with explanatory comments.")
  }

  @Argument(help: "The module that the story is about.")
  var module: String

  @Argument(
    help: ArgumentHelp(
      "The file to create (default: Scenarios/MODULE/MODULE.yaml, or the next free name)."),
    transform: PackageFolder.path)
  var file: String?

  @Option(help: ArgumentHelp("The language of the story's keys and comments.", valueName: "code"))
  var language = "en"

  @Option(
    help: ArgumentHelp("The scenarios folder.", valueName: "folder"),
    transform: PackageFolder.path)
  var folder = Choice.defaultFolder

  func run() throws {
    let location = NewStoryFile(folder: folder)
    let path = try file.map { try location.path(typed: $0) } ?? location.freePath(for: module)
    var draft = StarterDraft()
    var isFirst = true
    repeat {
      try App.inWorker { [draft, isFirst] vocabularies, _ in
        let story = try story(draft, at: path, with: vocabularies)
        try location.write(story.text, to: path, replacing: !isFirst)
      }
      isFirst = false
    } while draft.change(after: try results(of: path))
    Console.output.write("\(path)\nRun it with: \(CommandCall.name) run \(path)\n")
  }

  /// Returns the results of the story; none where stories can't run.
  private func results(of path: String) throws -> [ScenarioReport] {
    guard StoryRun.obstacle == nil else { return [] }
    let finding = ScenariosFolder(folder).find([path])
    var run = StoryRun(of: finding.paths, in: finding.folder, selection: Selection(), workers: 1)
    run.job.contents = .details
    var results = try run.results(of: App.self)
    return results.rest()
  }

  private func story(
    _ draft: StarterDraft, at path: String, with known: [Vocabulary]
  ) throws -> StarterStory {
    guard let language = StoryLanguage(code: language) else {
      let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
      throw Diagnostic(
        "stories do not support the language \"\(language)\" yet",
        hints: ["Supported languages: \(codes)"]
      )
    }
    let vocabularies = try KnownModules(vocabularies: known).named([module])
    // One name was given.
    let vocabulary = vocabularies[0]
    try InputError.check(vocabulary.problems)
    // Without existing stories there is nothing to learn from, which is no error here.
    let files = ((try? ScenariosFolder(folder).read().map(\.file)) ?? []).filter {
      $0.source.path != path
    }
    return StarterStory(for: vocabulary, after: files, in: language, at: path, draft: draft)
  }
}
