import Foundation
import ScenarioLanguage

/// A file or folder in the home folder or the temporary folder of a scenario, such as
/// `~/Documents/notes.txt` or `tmp/upload.json`.
package struct StoredPath: Sendable, CustomStringConvertible {
  package let description: String
  private let parts: [String]

  init(_ text: String) throws(ParameterType.InvalidValue) {
    parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    description = text
    guard ["~", "tmp"].contains(parts[0]) else {
      throw ParameterType.InvalidValue(
        "write ~/\(text) for the home folder, or tmp/\(text) for the temporary one")
    }
    guard !parts.dropFirst().contains(where: { ["", ".", ".."].contains($0) }) else {
      throw ParameterType.InvalidValue("it must not contain .., . or an empty name")
    }
  }

  /// The file or folder on the disk.
  ///
  /// - Throws: `CheckFailure` outside of a simulation, where this would be the user's home.
  var url: URL {
    get throws {
      guard let home = getenv("CFFIXED_USER_HOME") else {
        throw CheckFailure(
          "this run has the settings and files of the user, which no story uses" as Message,
          details: ["Run it without --live; to record answers, choose another scenario."])
      }
      let root =
        parts[0] == "~"
        ? URL(filePath: String(cString: home), directoryHint: .isDirectory)
        : FileManager.default.temporaryDirectory
      return parts.dropFirst().reduce(root) { $0.appending(path: $1) }
    }
  }

  /// Returns the paths of all files, as stories write them.
  static func all() throws -> [String] {
    try ["~", "tmp"].flatMap { root in try Self(root).files.map { "\(root)/\($0)" } }
  }

  /// The paths of the files in the folder and its subfolders, sorted, without hidden ones; empty if
  /// there is no such folder.
  var files: [String] {
    get throws {
      let folder = try url
      guard FileManager.default.isFolder(atPath: folder.path) != false else {
        throw CheckFailure("\"\(description)\" is a file, not a folder" as Message)
      }
      guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
      return found.compactMap { $0 as? String }.filter { path in
        FileManager.default.isFolder(atPath: folder.appending(path: path).path) == false
          && !path.split(separator: "/").contains { $0.hasPrefix(".") }
      }.sorted()
    }
  }
}

extension StoredPath {
  /// The path of a similar file or folder, which was probably meant; `nil` if there is none, or if
  /// there is a file or folder at this path.
  package var similar: String? {
    guard let path = try? url.path, FileManager.default.isFolder(atPath: path) == nil,
      let files = try? Self.all()
    else { return nil }
    let folders = files.map { $0.split(separator: "/").dropLast().joined(separator: "/") }
    // Each name must be near, because `a.json` and `b.json` in one folder are different files.
    func names(_ path: String) -> [String] { path.split { "/.".contains($0) }.map(String.init) }
    let near = (files + folders).filter {
      names($0).elementsEqual(names(description)) { NearKey.find($0, among: [$1]) ?? $0 == $1 }
    }
    return NearKey.find(description, among: near)
  }
}
