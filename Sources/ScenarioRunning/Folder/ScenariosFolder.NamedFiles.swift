import Foundation
import ScenarioLanguage

extension ScenariosFolder {
  /// The files that stories have named since this value was created, each with the story's folder.
  package var namedFiles: [[String]] { named.pairs }

  /// Adds files that stories named in another process.
  package func add(namedFiles pairs: [[String]]) {
    for pair in pairs where pair.count == 2 {
      named.add(URL(filePath: pair[0]), in: URL(filePath: pair[1]))
    }
  }

  /// Returns the stories that must run again after files were saved, created, moved or deleted, as
  /// paths relative to the folder.
  ///
  /// These are the changed stories themselves, and all stories in the same folder as a story that
  /// has named a changed file since this value was created.
  ///
  /// - Parameter paths: The absolute paths of the files, without symbolic links.
  package func stories(affectedBy paths: Set<String>) -> [String] {
    let root = root.resolvingSymlinksInPath().path
    func fromRoot(_ path: String) -> String? {
      path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    }
    let known = (try? storyPaths()) ?? []
    var affected: Set<String> = []
    for path in paths {
      if let story = fromRoot(path), StoryFile.isStory(story), !Self.isPassedOver(story) {
        affected.insert(story)
      }
      let target = URL(filePath: path).resolvingSymlinksInPath().path
      for folder in named.folders(naming: target) {
        let inner = URL(filePath: folder).resolvingSymlinksInPath().path
        affected.formUnion(
          known.filter { story in
            let parent = story.split(separator: "/").dropLast().joined(separator: "/")
            let folder = parent.isEmpty ? root : "\(root)/\(parent)"
            return URL(filePath: folder).resolvingSymlinksInPath().path == inner
          })
      }
    }
    return affected.sorted()
  }
}

extension ScenariosFolder {
  /// The number of bytes that are read to find out whether one file names another.
  private static let readingLimit = 16 << 20

  /// Returns a warning for each file in the folder that no story names, in the order of their
  /// paths.
  ///
  /// Call it after all stories of this folder have been planned. Notes (`.md`), hidden files and
  /// files named in another file are ignored.
  package func unusedFiles() -> [Diagnostic] {
    let paths = filePaths()
    let unused = paths.filter { !named.contains(url(of: $0)) }
    return withoutMentioned(unused, among: paths).map { path in
      Diagnostic(
        "no story uses this file", at: .wholeFile(shown(path)), severity: .warning,
        rule: .unusedFile, hints: ["Delete it, or use it in a story."])
    }
  }

  /// Returns a warning for each story in or beside the folder that is not read because of a name.
  ///
  /// - Parameter paths: The paths of the files and folders that were passed over.
  package func unreadStories(at paths: [String]) -> [Diagnostic] {
    let unread = paths.filter { hasStory(root.appending(path: $0)) }.sorted()
    let reasons = unread.map { path -> Message in
      "\"\(shown(path))\" is not read: "
        + (StoryFile.isMisnamed(path)
          ? "story files end in .yaml or .yml" : "its name begins with a dot")
    }
    let name = root.lastPathComponent
    let parent = root.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent.path)
    let others: [Message] = (names ?? []).sorted()
      .filter { $0 != name && $0.lowercased() == name.lowercased() }
      .filter { hasStory(parent.appending(path: $0)) }
      .map { "the folder \"\($0)\" is not read, only \"\(shownAs)\"" }
    return (reasons + others).map { reason in
      Diagnostic(
        reason, severity: .warning, rule: .unreadStory,
        hints: ["Rename it, or move its stories, if they are meant to run."])
    }
  }

  /// Returns whether a file is a story, or a folder has one.
  private func hasStory(_ url: URL) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      return (StoryFile.isStory(url.path) || StoryFile.isMisnamed(url.path))
        && StoryFile(path: url.path).stories.contains { !$0.title.string.isEmpty }
    }
    return names.contains { StoryFile.isStory($0) && hasStory(url.appending(path: $0)) }
  }

  private func url(of path: String) -> URL {
    root.appending(path: path).standardizedFileURL.resolvingSymlinksInPath()
  }

  /// Returns the files that stories can name, as paths relative to the folder.
  private func filePaths() -> [String] {
    let folder = root.resolvingSymlinksInPath()
    guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var paths: [String] = []
    for case let path as String in found {
      let parts = path.split(separator: "/")
      let isStory = StoryFile.isStory(path) && !parts.dropLast().contains("fixtures")
      guard !isStory, !path.hasSuffix(".md"), !StoryFile.isMisnamed(path),
        !parts.contains(where: { $0.hasPrefix(".") })
      else { continue }
      let values = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
      if values?.isRegularFile == true { paths.append(path) }
    }
    return paths.sorted()
  }

  /// Returns the paths whose file names do not occur in another file, such as a feed that includes
  /// them.
  private func withoutMentioned(_ paths: [String], among all: [String]) -> [String] {
    var left = paths
    var budget = Self.readingLimit
    for path in all where !left.isEmpty && budget > 0 {
      // It is not mapped, because an editor may truncate it.
      let file = try? FileHandle(forReadingFrom: url(of: path))
      guard let data = try? file?.read(upToCount: budget) else { continue }
      budget -= data.count
      left.removeAll { other in
        let name = other.split(separator: "/").last.map(String.init) ?? other
        return other != path && data.range(of: Data(name.utf8)) != nil
      }
    }
    return left
  }
}
