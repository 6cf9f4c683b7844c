import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage

/// A folder of scenarios and the files in it.
package struct ScenariosFolder: Sendable {
  /// Returns the diagnostic for a file without the extension of a story.
  ///
  /// - Parameter path: The file's path, as typed.
  package static func notAStory(_ path: String) -> Diagnostic {
    Diagnostic("\"\(path)\" is not a story; story files end in .yaml or .yml")
  }

  /// The location of a folder, for a process that starts in another one.
  package struct Root: Codable, Sendable {
    var path: String
    var shownAs: String
  }

  let root: URL
  let shownAs: String
  let named = NamedFiles()

  /// Creates a folder.
  ///
  /// - Parameters:
  ///   - path: The folder's path.
  ///   - shownAs: The beginning of displayed paths in the folder; the folder's path by default.
  package init(_ path: String, shownAs: String? = nil) {
    root = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let shown = shownAs ?? path
    self.shownAs = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
  }

  package init(_ root: Root) { self.init(root.path, shownAs: root.shownAs) }

  package var rootFolder: Root { Root(path: root.path, shownAs: shownAs) }

  /// Reads all stories in the folder concurrently, and returns them in the order of their paths.
  ///
  /// Story files end in `.yaml` or `.yml`, in upper or lower case. Files and folders whose names
  /// begin with a dot, and folders called `fixtures`, are ignored. Symbolic links are followed.
  ///
  /// - Throws: `Diagnostic` if the folder does not exist or contains no story.
  package func read() throws(Diagnostic) -> [StorySource] {
    try storyPaths().concurrentMap { read($0) }
  }

  /// Returns the displayed paths of all files that ``read()`` reads.
  ///
  /// - Throws: `Diagnostic` if the folder does not exist or contains no story.
  package func paths() throws(Diagnostic) -> [String] { try storyPaths().map(shown) }

  /// Returns whether a file exists at a path relative to the folder.
  package func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Returns the size of a file of the folder in bytes, or 0 if it can't be read.
  package func size(of path: String) -> Int {
    var status = stat()
    return stat(root.appending(path: path).path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Reads one file of the folder, or a text as if it were that file.
  ///
  /// - Parameter path: The path relative to the folder.
  package func read(_ path: String, text: String? = nil) -> StorySource {
    let url = root.appending(path: path)
    let file =
      text.map { StoryFile(reading: SourceFile(path: shown(path), text: $0)) }
      ?? StoryFile(path: url.path, shownAs: shown(path))
    return StorySource(
      file: file,
      folder: StoryFolder(story: url.deletingLastPathComponent(), root: root, named: named))
  }

  /// Returns the displayed form of a path relative to the folder.
  package func shown(_ path: String) -> String { shownAs == "." ? path : "\(shownAs)/\(path)" }

  /// Returns the path relative to the folder that has a displayed form.
  package func path(shownAs shown: String) -> String {
    shownAs == "." ? shown : String(shown.dropFirst(shownAs.count + 1))
  }

  /// Returns the paths of all stories relative to the folder, sorted; never empty.
  func storyPaths() throws(Diagnostic) -> [String] { try collectedPaths().stories }

  /// The paths of all stories, those of files and folders that may contain stories but are passed
  /// over because of their names, and those of links that lead to a folder around them.
  typealias Paths = (stories: [String], passedOver: [String], loops: [String])

  /// Returns the paths in the folder, of which those of stories are never empty.
  func collectedPaths() throws(Diagnostic) -> Paths {
    guard FileManager.default.isFolder(atPath: root.path) == true else {
      let beside = try? FileManager.default.contentsOfDirectory(
        atPath: root.deletingLastPathComponent().path)
      let near = NearestText.suggestions(for: root.lastPathComponent, among: beside ?? [])
        .map { shownAs.replacing(root.lastPathComponent, with: $0) }
      throw Diagnostic("there is no folder \"\(shownAs)\"", hints: didYouMean(anyOf: near))
    }
    var paths: Paths = ([], [], [])
    try collectStories(in: "", below: [], into: &paths)
    guard !paths.stories.isEmpty else { throw nothing(in: shownAs, loop: paths.loops.first) }
    paths.stories.sort()
    return paths
  }

  /// Returns the diagnostic for an existing path without stories.
  ///
  /// - Parameter loop: A link in it that leads to a folder around the link; `nil` if there is none.
  func nothing(in path: String, loop: String?) -> Diagnostic {
    let parts = path == shownAs ? [] : path.split(separator: "/")
    let isPassedOver = parts.contains("fixtures") || parts.contains { $0.hasPrefix(".") }
    let reason =
      isPassedOver
      ? "stories are ignored in folders called \"fixtures\", and where a name begins with a dot"
      : loop.map { "\"\(shown($0))\" is a loop: it links to a folder that contains it" }
        ?? "no file in it ends in .yaml or .yml"
    return Diagnostic("there is no story in \"\(path)\": \(reason)")
  }

  /// Collects the stories in a subfolder, following symbolic links.
  ///
  /// - Parameters:
  ///   - subfolder: The path relative to the folder, ending in a slash unless it is empty.
  ///   - outer: The folders around it. A link to one of them is not followed, as it would have no
  ///     end.
  private func collectStories(
    in subfolder: String, below outer: [FileStamp], into paths: inout Paths
  ) throws(Diagnostic) {
    let path = subfolder.isEmpty ? root.path : root.appending(path: subfolder).path
    guard let folder = opendir(path), let identity = FileStamp(path) else {
      let name = subfolder.isEmpty ? shownAs : shown(String(subfolder.dropLast()))
      throw Diagnostic("the folder \"\(name)\" can't be read")
    }
    defer { closedir(folder) }
    guard !outer.contains(identity) else { return paths.loops.append(String(subfolder.dropLast())) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else {
        if name != ".", name != ".." { paths.passedOver.append(subfolder + name) }
        continue
      }
      let isFolder: Bool
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): isFolder = true
      case Int(DT_LNK), Int(DT_UNKNOWN):
        let target = FileStamp("\(path)/\(name)")
        // A link with the extension of a story is reported as a story that can't be read.
        guard target != nil || StoryFile.isStory(name) else {
          throw Diagnostic(
            "the link \"\(shown(subfolder + name))\" leads to no file or folder",
            hints: ["Correct the link, or delete it."])
        }
        isFolder = target?.isFolder ?? false
      default: isFolder = false
      }
      // A folder with the extension of a story is an error of its own.
      if StoryFile.isStory(name) { paths.stories.append(subfolder + name) }
      if StoryFile.isMisnamed(name) { paths.passedOver.append(subfolder + name) }
      if isFolder, name != "fixtures" {
        try collectStories(in: "\(subfolder)\(name)/", below: outer + [identity], into: &paths)
      }
    }
  }

  /// Returns whether stories at a path relative to the folder are ignored, regardless of the
  /// extension.
  package static func isPassedOver(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.contains { $0.hasPrefix(".") } || parts.dropLast().contains("fixtures")
  }
}
