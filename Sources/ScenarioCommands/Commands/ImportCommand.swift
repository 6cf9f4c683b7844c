import ArgumentParser
import DisplayText
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

struct ImportCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: "Convert features in Gherkin to stories.",
      discussion:
        "Parts that stories can't express become comments. No existing file is replaced.")
  }

  @Argument(
    help: .init("The feature files to import.", valueName: "file"), transform: PackageFolder.path)
  var files: [String]

  @Option(help: .folder, transform: PackageFolder.path) var into = Choice.defaultFolder

  @Option(help: "The module that the stories are about (default: the only one).")
  var module: String?

  func validate() throws {
    if into.isBlank { throw ValidationError("--into needs a folder, but it is empty") }
  }

  func run() throws {
    try App.inWorker { known, _ in
      var problems: [Diagnostic] = []
      for file in files {
        do {
          let text = try result(of: file, among: known, &problems)
          Console.output.write("\(file): \(text)\n")
        } catch {
          problems += InputError.diagnostics(of: error).filter { !problems.contains($0) }
        }
      }
      try InputError.check(problems)
    }
  }

  /// Writes the story of a feature, and returns what became of the file; adds the story's errors.
  private func result(
    of file: String, among known: [Vocabulary], _ problems: inout [Diagnostic]
  ) throws -> String {
    let source = try SourceFile(path: file, readFrom: file)
    guard let feature = try GherkinReader.feature(in: source) else {
      return "there is no feature in it"
    }
    let named = try known.named(module.map { [$0] } ?? [])
    guard named.count == 1 else {
      let names = known.map(\.module).joined(separator: ", ")
      throw Diagnostic("the option --module is missing", hints: ["Choose one of: \(names)"])
    }
    try InputError.check(named[0].problems)
    let story = ImportedStory(feature, path: file, for: named[0])
    let path = "\(into)/\(URL(filePath: file).deletingPathExtension().lastPathComponent).yaml"
    let found = FileManager.default.contents(atPath: path)
    if let found, !found.elementsEqual(story.text.utf8) {
      throw Diagnostic(
        "\"\(file)\" is not imported, because \"\(path)\" exists and differs",
        hints: ["Move it away, or use another folder with --into if two features have its name."])
    }
    if found == nil { try NewStoryFile(folder: into).write(story.text, to: path) }
    let written = StoryFile(reading: SourceFile(path: path, text: story.text))
    problems += written.diagnostics.filter(\.isError)
    return "\(found == nil ? "written to" : "already in") \(path)"
      + (story.notes.isEmpty ? "" : ", with \(counted(story.notes.count, "part")) as a comment:")
      + (story.notes.map { "# \($0)" } + story.doubts).map { "\n  \($0.inOneLine())" }.joined()
  }
}
