import Foundation
import ScenarioLanguage
import Synchronization

/// Which files the stories of a folder have named so far.
final class NamedFiles: Sendable {
  private let paths = Mutex<Set<String>>([])

  func add(_ file: URL) { paths.withLock { _ = $0.insert(file.path) } }

  func contains(_ file: URL) -> Bool { paths.withLock { $0.contains(file.path) } }
}

extension ScenariosFolder {
  /// How much is read to see whether one file names another.
  private static let readingLimit = 16 << 20

  /// The files of the folder that no story names, each as a warning, in the order of their paths.
  ///
  /// Only known when all stories of this folder have been planned. Notes (`.md`) and hidden files
  /// need not be named, nor files that another file names.
  public func unusedFiles() -> [Mistake] {
    let paths = filePaths()
    let unused = paths.filter { !named.contains(url(of: $0)) }
    return withoutMentioned(unused, among: paths).map { path in
      let start = SourceRange(start: .start, end: .start)
      return Mistake(
        "no story names this file", at: Place(path: shown(path), range: start, lineText: ""),
        severity: .warning, rule: .unusedFile, remedies: ["Delete it, or name it in a story."])
    }
  }

  private func url(of path: String) -> URL {
    root.appending(path: path).standardizedFileURL.resolvingSymlinksInPath()
  }

  /// The files that stories can name, by their paths from the folder.
  private func filePaths() -> [String] {
    let folder = root.resolvingSymlinksInPath()
    guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var paths: [String] = []
    for case let path as String in found {
      let parts = path.split(separator: "/")
      let isStory =
        (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
        && !parts.dropLast().contains("fixtures")
      guard !isStory, !path.hasSuffix(".md"), !parts.contains(where: { $0.hasPrefix(".") }) else {
        continue
      }
      let values = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
      if values?.isRegularFile == true { paths.append(path) }
    }
    return paths.sorted()
  }

  /// The paths without those whose names stand in another file, such as a feed that includes one.
  private func withoutMentioned(_ paths: [String], among all: [String]) -> [String] {
    var left = paths
    var budget = Self.readingLimit
    for path in all where !left.isEmpty && budget > 0 {
      guard let data = try? Data(contentsOf: url(of: path), options: .mappedIfSafe) else {
        continue
      }
      budget -= data.count
      guard budget > 0 else { break }
      left.removeAll { other in
        let name = other.split(separator: "/").last.map(String.init) ?? other
        return other != path && data.range(of: Data(name.utf8)) != nil
      }
    }
    return left
  }
}
