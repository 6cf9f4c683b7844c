import Foundation
import ScenarioLanguage
import Synchronization

/// Where a story's file names are looked up: beside the story, and never outside the folder of
/// scenarios.
public struct StoryFolder: Sendable, Hashable {
  private let story: URL
  private let root: URL
  private let named: NamedFiles
  private let known = KnownContents()

  /// Creates it.
  ///
  /// - Parameters:
  ///   - story: The folder of the story's file.
  ///   - root: The folder of all scenarios, which no name may lead out of.
  public init(story: URL, root: URL) { self.init(story: story, root: root, named: NamedFiles()) }

  package init(story: URL, root: URL, named: NamedFiles) {
    self.named = named
    // A folder whose URL lacks its last slash would be taken for a file in the one around it.
    self.story = URL(filePath: story.path, directoryHint: .isDirectory).standardizedFileURL
    self.root = root.standardizedFileURL.resolvingSymlinksInPath()
  }

  /// The bytes of the file that a story names.
  ///
  /// A file is read once, however often it is named: what it has later is seen by a new value.
  ///
  /// - Parameter name: The name as it stands in the story.
  /// - Throws: ``DataMistake`` at the name: for one that leads out of the folder of scenarios, that
  ///   no file has or that can't be read.
  public func contents(of name: Node) throws(DataMistake) -> Data {
    guard let text = name.text, !text.isEmpty else {
      throw DataMistake("a file's name is missing", at: name.range, rule: .unknownFile)
    }
    if let contents = known[text] { return contents }
    let file = URL(filePath: text, relativeTo: story).standardizedFileURL.resolvingSymlinksInPath()
    guard !text.hasPrefix("/"), !text.hasPrefix("~"), isInside(file) else {
      throw DataMistake(
        "\"\(text)\" leads out of the folder of scenarios", at: name.range,
        rule: .unknownFile,
        remedies: ["Put the file beside the story, for example into a folder \"fixtures\"."])
    }
    named.add(file, in: story)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue
    {
      throw DataMistake("\"\(text)\" is a folder, not a file", at: name.range, rule: .unknownFile)
    }
    do {
      let contents = try Data(contentsOf: file)
      known[text] = contents
      return contents
    } catch {
      throw DataMistake(
        FileManager.default.fileExists(atPath: file.path)
          ? "the file \"\(text)\" can't be read" : "there is no file \"\(text)\"",
        at: name.range, rule: .unknownFile, remedies: suggestions(for: text))
    }
  }

  /// Tells folders apart by their paths.
  public static func == (one: StoryFolder, other: StoryFolder) -> Bool {
    one.story == other.story && one.root == other.root
  }

  /// Hashes the paths.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(story)
    hasher.combine(root)
  }

  /// Whether a file is called as a story is: whether it ends in `.yaml` or `.yml`, in any case of
  /// letters.
  package static func isStory(_ path: String) -> Bool {
    let ending = path.suffix(5).lowercased()
    return ending == ".yaml" || ending.hasSuffix(".yml")
  }

  private func isInside(_ file: URL) -> Bool {
    let (inner, outer) = (file.pathComponents, root.pathComponents)
    return inner.count > outer.count && inner.starts(with: outer)
  }

  /// Names of files that there are, the most similar first.
  private func suggestions(for text: String) -> [String] {
    var known: [String] = []
    if let found = FileManager.default.enumerator(atPath: story.path) {
      // A story beside a home folder must not make a typing mistake cost minutes.
      for case let path as String in found.prefix(10_000) {
        if !Self.isStory(path), path.contains(".") { known.append(path) }
      }
    }
    known.sort()
    let nearest = NearestText.suggestions(for: text, among: known, limit: 1)
    return nearest.isEmpty
      ? ["Names are looked up beside the story, in \(story.path)"]
      : nearest.map { "Did you mean: \($0)" }
  }
}

/// What has been read of the files that a story names, by their names there.
private final class KnownContents: Sendable {
  private let contents = Mutex<[String: Data]>([:])

  subscript(name: String) -> Data? {
    get { contents.withLock { $0[name] } }
    set { contents.withLock { $0[name] = newValue } }
  }
}
