import Foundation
import ScenarioKit
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
  /// Creates the diagnostic of a file that is not called as a story is.
  ///
  /// - Parameter path: The file's path, as it was typed.
  package static func notAStory(_ path: String) -> Diagnostic {
    Diagnostic("\"\(path)\" is no story; stories end in .yaml or .yml")
  }

  /// Where a folder is, for a process that starts elsewhere.
  package struct Location: Codable, Sendable {
    var path: String
    var shownAs: String
  }

  let root: URL
  let shownAs: String
  let named = NamedFiles()

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

  package init(_ location: Location) { self.init(location.path, shownAs: location.shownAs) }

  package var location: Location { Location(path: root.path, shownAs: shownAs) }

  /// Reads all stories in the folder, several side by side, and returns them in the order of their
  /// paths.
  ///
  /// Story files end in `.yaml` or `.yml`, in any case of letters. Files and folders whose names
  /// begin with a dot, and folders called `fixtures`, are passed over.
  ///
  /// - Throws: `Diagnostic` if there is no such folder or no story in it.
  public func read() throws(Diagnostic) -> [StorySource] {
    Cores.map(try storyPaths()) { read($0) }
  }

  /// The paths of all files that ``read()`` reads, as people see them.
  ///
  /// - Throws: `Diagnostic` if there is no such folder or no story in it.
  public func paths() throws(Diagnostic) -> [String] {
    try storyPaths().map(shown)
  }

  /// Reads one file of the folder.
  ///
  /// - Parameter path: Its path from the folder.
  public func read(_ path: String) -> StorySource {
    let url = root.appending(path: path)
    let file = StoryFile(path: url.path, shownAs: shown(path))
    return StorySource(
      file: file,
      folder: StoryFolder(story: url.deletingLastPathComponent(), root: root, named: named))
  }

  /// Whether there is a file at a path from the folder.
  package func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The size of a file of the folder, in bytes; 0 if it can't be read.
  package func size(of path: String) -> Int {
    var status = stat()
    return stat(root.appending(path: path).path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Reads a story that is not in a file, as if it were at a path.
  package func read(_ path: String, text: String) -> StorySource {
    let url = root.appending(path: path)
    return StorySource(
      file: StoryFile(reading: SourceFile(path: shown(path), text: text)),
      folder: StoryFolder(story: url.deletingLastPathComponent(), root: root, named: named))
  }

  /// A path from the folder as people see it.
  public func shown(_ path: String) -> String { shownAs == "." ? path : "\(shownAs)/\(path)" }

  /// The paths of all stories from the folder, sorted; never empty.
  func storyPaths() throws(Diagnostic) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw Diagnostic("there is no folder \"\(shownAs)\" to look for stories in")
    }
    // A link to a folder is not looked into by itself.
    let folder = root.resolvingSymlinksInPath().path
    guard let found = FileManager.default.enumerator(atPath: folder) else {
      throw Diagnostic("the folder \"\(shownAs)\" can't be read")
    }
    var paths: [String] = []
    for case let path as String in found where Self.isStory(path) && !Self.isPassedOver(path) {
      paths.append(path)
    }
    guard !paths.isEmpty else {
      throw Diagnostic(
        "there is no story in \"\(shownAs)\": no file in it ends in .yaml or .yml")
    }
    return paths.sorted()
  }

  /// Whether a file is called as a story is: whether it ends in `.yaml` or `.yml`, in any case of
  /// letters.
  public static func isStory(_ path: String) -> Bool { StoryFolder.isStory(path) }

  /// Whether nobody looks for stories at a path from the folder, whatever it is called.
  static func isPassedOver(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.contains { $0.hasPrefix(".") } || parts.dropLast().contains("fixtures")
  }
}
