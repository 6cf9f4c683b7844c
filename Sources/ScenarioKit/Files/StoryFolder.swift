import DisplayText
import Foundation
import ScenarioLanguage

/// The folder in which a story's file names are resolved.
///
/// Names are relative to the story's own folder and can't lead outside the folder of scenarios.
public struct StoryFolder: Sendable, Hashable {
  let story: URL
  let root: URL
  /// The folder of all scenarios as given, which may contain symbolic links.
  private let writtenRoot: URL
  private let named: NamedFiles
  /// The contents of files, by the names that the story uses.
  ///
  /// Without this cache, planning takes 2.4 times as many instructions.
  private let known = Cache<String, Data>()

  /// Creates a story folder.
  ///
  /// - Parameters:
  ///   - story: The folder of the story's file.
  ///   - root: The folder of all scenarios; names of files outside of it are refused.
  public init(story: URL, root: URL) { self.init(story: story, root: root, named: NamedFiles()) }

  package init(story: URL, root: URL, named: NamedFiles) {
    self.named = named
    // Without a trailing slash, relative names would be resolved in the parent folder.
    self.story = URL(filePath: story.path, directoryHint: .isDirectory).standardizedFileURL
    writtenRoot = root.standardizedFileURL
    self.root = writtenRoot.resolvingSymlinksInPath()
  }

  /// Returns the contents of a file that a story names.
  ///
  /// Each file is read only once. To see later changes, create a new value.
  ///
  /// - Parameter name: The name as written in the story.
  /// - Throws: ``DataError`` at the name if it is outside the scenarios folder, if no such
  ///   file exists, or if the file can't be read.
  public func contents(of name: Node) throws(DataError) -> Data {
    guard let text = name.text, !text.isEmpty else {
      throw DataError("missing file name", at: name.range, rule: .unknownFile)
    }
    return try known.value(of: text) { () throws(DataError) in try read(text, at: name.range) }
  }

  private func read(_ text: String, at range: SourceRange) throws(DataError) -> Data {
    let file = URL(filePath: text, relativeTo: story).standardizedFileURL.resolvingSymlinksInPath()
    guard !text.hasPrefix("/"), !text.hasPrefix("~"), isInside(file) else {
      throw DataError(
        "\"\(text)\" is outside the scenarios folder", at: range, rule: .unknownFile,
        hints: ["Put the file next to the story, for example in a folder \"fixtures\"."])
    }
    named.add(file, in: story)
    if FileManager.default.isFolder(atPath: file.path) == true {
      throw DataError("\"\(text)\" is a folder, not a file", at: range, rule: .unknownFile)
    }
    if let kind = SpecialFile(file.path) {
      throw DataError("\"\(text)\" is \(kind.name), not a file", at: range, rule: .unknownFile)
    }
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      let contents = try handle.read(upToCount: Limits.fixtureSize + 1) ?? Data()
      guard contents.count <= Limits.fixtureSize else {
        throw DataError(
          "\"\(text)\" is larger than \(Limits.text(Limits.fixtureSize / 1_048_576)) MiB",
          at: range, rule: .unknownFile, hints: ["Use a shorter file."])
      }
      return contents
    } catch let error as DataError {
      throw error
    } catch {
      throw DataError(
        FileManager.default.fileExists(atPath: file.path)
          ? "the file \"\(text)\" can't be read" : "there is no file \"\(text)\"",
        at: range, rule: .unknownFile, hints: suggestions(for: text))
    }
  }

  /// Returns the content that data of a story describes in one of several forms.
  package func content(file: Node?, json: Node?, base64: Node?, text: String?) throws -> Data {
    if let file { return try contents(of: file) }
    if let base64 { return try base64.base64Data() }
    if let json {
      try json.refuseQuotedJSON(hint: "Remove the quotes, or write \"text\" in place of \"json\".")
      return try json.jsonData()
    }
    return Data((text ?? "").utf8)
  }

  /// Returns whether two folders have the same paths.
  public static func == (one: StoryFolder, other: StoryFolder) -> Bool {
    one.story == other.story && one.root == other.root
  }

  /// Hashes the paths.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(story)
    hasher.combine(root)
  }

  func isInside(_ file: URL) -> Bool {
    file.isInside(root) || linkedFolder.map(file.isInside) ?? false
  }

  /// The folder outside of the root to which a symbolic link leads that is part of the story's
  /// path; `nil` if there is no such link.
  private var linkedFolder: URL? {
    var folder = writtenRoot
    for name in story.pathComponents.dropFirst(writtenRoot.pathComponents.count) {
      folder.append(path: name)
      let target = folder.resolvingSymlinksInPath()
      if !target.isInside(root) { return target }
    }
    return nil
  }

  /// Returns hints with the most similar name of an existing file, or else with the folder
  /// searched.
  private func suggestions(for text: String) -> [Message] {
    var known: [String] = []
    if let found = FileManager.default.enumerator(atPath: story.path) {
      // The limit keeps a typo fast even if the story is in a large folder, such as a home folder.
      for case let path as String in found.prefix(10_000) {
        if !StoryFile.isStory(path), path.contains(".") { known.append(path) }
      }
    }
    known.sort()
    let nearest = NearestText.suggestions(for: text, among: known, limit: 1)
    return nearest.isEmpty
      ? ["File names are relative to the story's folder: \(story.path)"]
      : nearest.map { didYouMean($0) }
  }
}

extension URL {
  /// Returns whether a file is in a folder or one of its subfolders.
  fileprivate func isInside(_ folder: URL) -> Bool {
    let (inner, outer) = (pathComponents, folder.pathComponents)
    return inner.count > outer.count && inner.starts(with: outer)
  }
}
