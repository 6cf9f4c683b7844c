import ArgumentParser
import DisplayText
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

struct ImportCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: "Write a story for each feature in Gherkin.",
      discussion: "What stories have no form for becomes a comment. No existing file is replaced.")
  }

  @Argument(help: .init("The features.", valueName: "file"), transform: PackageFolder.path)
  var files: [String]

  @Option(help: .folder, transform: PackageFolder.path) var into = Choice.defaultFolder

  @Option(help: "The module that the stories are about (default: the only one).")
  var module: String?

  func run() throws {
    try App.inWorker { known, _ in
      let named = try known.named(module.map { [$0] } ?? [])
      guard named.count == 1 else {
        let names = known.map(\.module).joined(separator: ", ")
        throw Diagnostic("these stories need a module", hints: ["Name one with --module: \(names)"])
      }
      try InputError.check(named[0].problems)
      var isWrong = false
      for file in files {
        do {
          Console.output.write("\(file): \(try result(of: file, for: named[0].sentences))\n")
        } catch {
          Console.error.report(error)
          isWrong = true
        }
      }
      if isWrong { throw ExitStatus.inputIsWrong }
    }
  }

  /// Writes the story of a feature, and returns what became of the file.
  private func result(of file: String, for sentences: KnownSentences) throws -> String {
    let source = try SourceFile(path: file, readFrom: file)
    guard let feature = try GherkinReader.feature(in: source) else {
      return "there is no feature in it"
    }
    let story = try ImportedStory(feature, path: file, for: sentences)
    let comments = story.commentCount
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent
    let path = "\(into)/\(name).yaml"
    let found = FileManager.default.contents(atPath: path)
    if let found, !found.elementsEqual(story.text.utf8) {
      throw Diagnostic(
        "\"\(file)\" is not imported, because \"\(path)\" exists and differs",
        hints: ["Move that file away, or choose another folder with --into."])
    }
    if found == nil { try NewStoryFile(folder: into).write(story.text, to: path) }
    return "\(found == nil ? "written to" : "already in") \(path)"
      + (comments > 0 ? ", with \(counted(comments, "part")) as a comment" : "")
  }
}
