import ArgumentParser
import DisplayText
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

struct ImportCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: "Write a story for each feature in Gherkin, Cucumber's language.",
      discussion: """
        What stories have no form for becomes a comment. An existing file is not replaced.

        Exit status: 0 on success, 2 if a feature has an error or a file exists already; the others \
        are imported nevertheless.
        """)
  }

  @Argument(
    help: ArgumentHelp("The feature files to import.", valueName: "file"),
    transform: PackageFolder.path)
  var files: [String]

  @Option(
    help: ArgumentHelp("The folder to write the stories into.", valueName: "folder"),
    transform: PackageFolder.path)
  var into = Choice.defaultFolder

  @Option(
    help: ArgumentHelp(
      "The module that the stories are about (default: the only one).", valueName: "name"))
  var module: String?

  func run() throws {
    try App.inWorker { vocabularies, _ in
      let vocabulary = try vocabulary(among: vocabularies)
      try InputError.check(vocabulary.problems)
      var (imported, refused, comments) = (0, 0, 0)
      for file in files {
        do {
          guard let story = try story(of: file, for: vocabulary) else { continue }
          imported += 1
          comments += story.commentCount
        } catch {
          refused += 1
          Console.error.report(error)
          Console.error.write("\n")
        }
      }
      let parts = [
        imported > 0 ? "\(imported) imported" : nil, refused > 0 ? "\(refused) refused" : nil,
        comments > 0 ? "\(counted(comments, "part")) kept as a comment" : nil,
      ].compactMap(\.self)
      Console.output.write(
        ([counted(files.count, "file")] + [parts.joined(separator: ", ")])
          .filter { !$0.isEmpty }.joined(separator: ": ") + "\n"
          + (imported > 0 ? "Check what is undefined with: \(CommandCall.name) check\n" : ""))
      if refused > 0 { throw ExitStatus.inputIsWrong }
    }
  }

  private func vocabulary(among known: [Vocabulary]) throws -> Vocabulary {
    let vocabularies = try KnownModules(vocabularies: known).named(module.map { [$0] } ?? [])
    guard vocabularies.count == 1 else {
      let names = known.map(\.module).joined(separator: ", ")
      throw Diagnostic(
        "the stories need a module",
        hints: ["Name it with --module, one of: \(names)"])
    }
    return vocabularies[0]
  }

  /// Writes the story of a feature and returns it; `nil` if the file has no feature.
  private func story(of file: String, for vocabulary: Vocabulary) throws -> ImportedStory? {
    let source = try SourceFile(path: file, readFrom: file)
    guard let feature = try GherkinReader.feature(in: source) else {
      Console.output.write("\(file) has no feature\n")
      return nil
    }
    let story = try ImportedStory(feature, path: file, for: vocabulary.sentences)
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
    let path = "\(into.hasSuffix("/") ? String(into.dropLast()) : into)/\(name).yaml"
    if let found = FileManager.default.contents(atPath: path) {
      guard found.elementsEqual(story.text.utf8) else {
        throw Diagnostic(
          "\"\(file)\" would replace \"\(path)\", which is different",
          hints: ["Move that file away, or choose another folder with --into."])
      }
      Console.output.write("\(path) is the same\n")
    } else {
      try NewStoryFile(folder: into).write(story.text, to: path)
      Console.output.write("\(path)\n")
    }
    return story
  }
}
