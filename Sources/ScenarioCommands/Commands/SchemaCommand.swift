import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

struct SchemaCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: "Write a JSON Schema, with which editors validate and complete stories.")
  }

  @Option(
    name: [.short, .long],
    help: .init(
      "The file to write; an existing file is replaced (default: standard output).",
      valueName: "file"),
    transform: PackageFolder.path)
  var output: String?

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  func run() throws { try App.inWorker { vocabularies, _ in try write(with: vocabularies) } }

  private func write(with vocabularies: [Vocabulary]) throws {
    try InputError.check(vocabularies.flatMap(\.problems))
    let editorSchema = EditorSchema(for: vocabularies.map { VocabularyData($0) })
    let schema = try editorSchema.text()
    guard let output else {
      guard !Console.output.isTerminal else {
        throw Diagnostic(
          "the schema has \(schema.utf8.count / 1_000) KB, too much for a terminal",
          hints: ["Write it to a file: \(CommandCall.name) schema --output scenarios.schema.json"])
      }
      return Console.output.writeUnchanged(schema)
    }
    do { try Data(schema.utf8).write(to: URL(filePath: output), options: .atomic) } catch {
      throw Diagnostic("the file \"\(output)\" can't be written")
    }
    Console.error.write(try editorSchema.settings(forFileAt: output, folder: folder))
  }
}
