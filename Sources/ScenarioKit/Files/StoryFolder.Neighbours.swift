import Foundation
import ScenarioLanguage

/// The files around a story, for hints.
extension StoryFolder {
  /// Returns the stories in the story's own folder, and then all others, up to a limit.
  package func stories(limit: Int) -> [[URL]] {
    let own = stories(in: story, limit: limit)
    return [own, stories(in: root, limit: limit).filter { !own.contains($0) }]
  }

  private func stories(in folder: URL, limit: Int) -> [URL] {
    let folder = folder.resolvingSymlinksInPath()
    guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var stories: [URL] = []
    for case let path as String in found where StoryFile.isStory(path) {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "fixtures" }
      if !isHidden { stories.append(folder.appending(path: path).standardizedFileURL) }
      if stories.count == limit { break }
    }
    return stories.sorted { $0.path < $1.path }
  }

  /// Returns the names of the files in the story's folder of fixtures, sorted.
  package func fixtures() -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: story.appending(path: "fixtures").path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted().map { "fixtures/\($0)" }
  }

  /// Returns the name, in this folder's stories, of a file that another story names; `nil` if
  /// stories can't name the file.
  package func name(of name: String, usedIn other: URL) -> String? {
    let file = URL(filePath: name, relativeTo: other.deletingLastPathComponent())
      .standardizedFileURL.resolvingSymlinksInPath()
    guard isInside(file), FileManager.default.fileExists(atPath: file.path) else { return nil }
    return Self.path(from: story.resolvingSymlinksInPath(), to: file)
  }

  /// Returns the shown path of a story, given the shown path of a story in this folder.
  package func name(of other: URL, nextTo path: String) -> String {
    let inRoot = Self.path(from: root, to: story.resolvingSymlinksInPath())
    let shownRoot = path.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast(1 + (inRoot.isEmpty ? 0 : inRoot.split(separator: "/").count))
    return (shownRoot.map(String.init) + [Self.path(from: root, to: other)]).joined(separator: "/")
  }

  /// Returns the relative path from a folder to a file.
  private static func path(from folder: URL, to file: URL) -> String {
    let (start, end) = (folder.pathComponents, file.pathComponents)
    let shared = zip(start, end).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared))
      .joined(separator: "/")
  }
}
