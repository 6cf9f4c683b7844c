import ArgumentParser
import Foundation
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
      guard let language = StoryLanguage.named(language) else {
        let codes = StoryLanguage.all.map(\.code).joined(separator: ", ")
        throw Diagnostic(
          "stories do not support the language \"\(language)\" yet",
          hints: ["Supported languages: \(codes)"])
      }
      // One name was given.
      let vocabulary = try vocabularies.named([module])[0]
      try InputError.check(vocabulary.problems)
      try file.write(StarterStory(for: vocabulary, in: language, at: path).text, to: path)
      Console.output.write("\(path)\nRun it with: \(CommandCall.name) run \(path)\n")
    }
  }
}

/// The file that a new story is written to, without overwriting another.
struct NewStoryFile {
  let folder: String

  /// Returns the path for a story about a module, which no file has yet.
  func freePath(for module: String) -> String {
    // Letters and digits stay, and runs of other characters become a "-".
    let words = module.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let name = words.isEmpty ? "story" : words.joined(separator: "-")
    let start = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)/\(name)"
    let paths = (1...).lazy.map { $0 == 1 ? "\(start).yaml" : "\(start)-\($0).yaml" }
    return paths.first { !FileManager.default.fileExists(atPath: $0) } ?? "\(start).yaml"
  }

  /// Returns a typed path, or throws an error if stories at that path would not be found.
  func path(typed path: String) throws -> String {
    guard StoryFile.isStory(path) else {
      throw Diagnostic(
        "\"\(path)\" would not be found", hints: ["Story files end in .yaml or .yml."])
    }
    let (root, file) = (Self.parts(of: folder), Self.parts(of: path))
    guard file.count > root.count, file.starts(with: root) else {
      throw Diagnostic(
        "\"\(path)\" is not in the scenarios folder, \"\(folder)\"",
        hints: ["Write it there, or specify another folder with --folder."])
    }
    let names = file.dropFirst(root.count)
    if names.contains(where: { $0.hasPrefix(".") }) || names.dropLast().contains("fixtures") {
      throw Diagnostic(
        "\"\(path)\" would not be found",
        hints: ["Folders called \"fixtures\" and names that begin with a dot are ignored."])
    }
    return path
  }

  private static func parts(of path: String) -> [String] {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().pathComponents
  }

  /// Writes a story to a file that must not exist.
  func write(_ text: String, to path: String) throws {
    do { try Data(text.utf8).write(toNewFile: path) } catch {
      throw FileManager.default.fileExists(atPath: path)
        ? Diagnostic(
          "a file exists at \"\(path)\" already",
          hints: ["Choose another name, or omit it to use the next free one."])
        : Diagnostic("the file \"\(path)\" can't be written")
    }
  }
}
