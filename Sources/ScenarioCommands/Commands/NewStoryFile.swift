import Foundation
import ScenarioLanguage

/// The file that a new story is written to, without overwriting another.
struct NewStoryFile {
  let folder: String

  /// Returns the path for a story about a module, which no file has yet.
  func freePath(for module: String) -> String {
    let name = Self.fileName(of: module)
    let start = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name)/\(name)"
    var path = "\(start).yaml"
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(start)-\(number).yaml"
      number += 1
    }
    return path
  }

  /// Returns a module's name as a file name: letters and digits stay, runs of other characters
  /// become a `-`.
  private static func fileName(of module: String) -> String {
    let words = module.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return words.isEmpty ? "story" : words.joined(separator: "-")
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
