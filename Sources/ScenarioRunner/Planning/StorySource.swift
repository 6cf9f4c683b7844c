import Foundation
import ScenarioLanguage

/// A file of stories and the folder that its file names are looked up in.
public struct StorySource: Sendable {
  /// The file.
  public var file: StoryFile

  /// Where its file names are looked up.
  public var folder: StoryFolder

  /// Creates it.
  public init(file: StoryFile, folder: StoryFolder) {
    self.file = file
    self.folder = folder
  }
}

/// A folder of scenarios, and the files in it.
public struct ScenariosFolder: Sendable {
  /// Why no story files were found.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do about it.
    public let description: String
  }

  private let root: URL
  private let shownAs: String

  /// Takes a folder.
  ///
  /// - Parameters:
  ///   - path: The folder's path.
  ///   - shownAs: How paths in it begin where people see them; the folder's path unless given.
  public init(_ path: String, shownAs: String? = nil) {
    root = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let shown = shownAs ?? path
    self.shownAs = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
  }

  /// Reads all stories in the folder, in the order of their paths.
  ///
  /// Story files end in `.yaml` or `.yml`. Files and folders whose names begin with a dot, and
  /// folders called `fixtures`, are passed over.
  ///
  /// - Throws: ``Problem`` if there is no such folder or no story in it.
  public func read() throws(Problem) -> [StorySource] {
    try storyPathsInFolder().map { read($0) }
  }

  /// The paths of all files that ``read()`` reads, as people see them.
  ///
  /// - Throws: ``Problem`` if there is no such folder or no story in it.
  public func paths() throws(Problem) -> [String] {
    try storyPathsInFolder().map(shownPath)
  }

  private func storyPathsInFolder() throws(Problem) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw Problem(description: "there is no folder \"\(shownAs)\" to look for stories in")
    }
    let paths = try storyPaths()
    guard !paths.isEmpty else {
      throw Problem(
        description: "there is no story in \"\(shownAs)\": no file in it ends in .yaml or .yml")
    }
    return paths
  }

  private func shownPath(_ path: String) -> String {
    shownAs == "." ? path : "\(shownAs)/\(path)"
  }

  /// Reads one file of the folder.
  ///
  /// - Parameter path: Its path from the folder.
  public func read(_ path: String) -> StorySource {
    let url = root.appending(path: path)
    let file = StoryFile(path: url.path, shownAs: shownPath(path))
    return StorySource(
      file: file, folder: StoryFolder(story: url.deletingLastPathComponent(), root: root))
  }

  /// The selection of a path in the folder, as a person types it, with a line or without.
  ///
  /// - Parameter text: `PATH` or `PATH:LINE`, from the current folder.
  /// - Throws: ``Problem`` where there is no such file or it is not in the folder.
  public func target(for text: String) throws(Problem) -> Selection.Target {
    let typed = Selection.Target(text)
    let url = URL(filePath: typed.path).standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw Problem(description: "there is no file or folder \"\(typed.path)\"")
    }
    guard typed.line == nil || !isFolder.boolValue else {
      throw Problem(description: "\"\(typed.path)\" is a folder, which has no lines; name a file")
    }
    let (inner, outer) = (
      url.resolvingSymlinksInPath().pathComponents, root.resolvingSymlinksInPath().pathComponents
    )
    guard inner.starts(with: outer) else {
      throw Problem(
        description: "\"\(typed.path)\" is not in the folder of scenarios, \"\(shownAs)\"")
    }
    let rest = inner.dropFirst(outer.count).joined(separator: "/")
    let shown = rest.isEmpty ? shownAs : shownAs == "." ? rest : "\(shownAs)/\(rest)"
    return Selection.Target(path: shown, line: typed.line)
  }

  private func storyPaths() throws(Problem) -> [String] {
    // A link to a folder is not looked into by itself.
    let folder = root.resolvingSymlinksInPath().path
    guard let found = FileManager.default.enumerator(atPath: folder) else {
      throw Problem(description: "the folder \"\(shownAs)\" can't be read")
    }
    var paths: [String] = []
    for case let path as String in found {
      let parts = path.split(separator: "/")
      if parts.contains(where: { $0.hasPrefix(".") }) || parts.dropLast().contains("fixtures") {
        continue
      }
      if path.hasSuffix(".yaml") || path.hasSuffix(".yml") { paths.append(path) }
    }
    return paths.sorted()
  }
}
