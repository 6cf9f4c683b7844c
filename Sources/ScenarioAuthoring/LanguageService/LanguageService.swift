import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// Answers about stories that are being written, for editors and pages.
///
/// It has the files of a folder, with the texts of open documents in their place, and vocabularies
/// as data. No code of the app runs in it: a worker returns what depends on the app. Every
/// answer is computed from the current texts.
package final class LanguageService {
  /// A file with its text at this moment.
  struct Document: Sendable {
    let text: ReadableText
    let file: StoryFile
    let facts: StoryFacts
    /// The version of the text that an editor has; `nil` for the text on disk.
    let version: Int?
    /// The results of a run of the text, by the titles and the line of each scenario; `nil` if it
    /// has not run.
    var results: [[String]: ScenarioReport]?

    init(_ source: SourceFile, version: Int? = nil) {
      text = ReadableText(of: source)
      file = StoryFile(reading: text.readable)
      facts = StoryFacts(text, file)
      self.version = version
    }

    var source: SourceFile { text.source }
  }

  /// A source range in a file.
  package struct SourceLocation: Hashable, Sendable {
    /// The absolute path of the file.
    package var file: String
    package var range: SourceRange
  }

  /// A replacement of a part of a file.
  package struct Edit: Hashable, Sendable {
    package var location: SourceLocation
    package var text: String
  }

  package let folder: ScenariosFolder

  /// The absolute path of the folder.
  package let root: String

  /// The vocabularies of the last build.
  package var vocabularies: [VocabularyData] = [] {
    // Another build may show something else.
    didSet { for path in documents.keys { documents[path]?.results = nil } }
  }

  /// The documents whose texts an editor has.
  var documents: [String: Document] = [:]
  /// The facts about files on disk, as long as these don't change.
  private var saved: [String: (stamp: FileStamp, facts: StoryFacts)] = [:]

  /// - Parameters:
  ///   - root: The absolute path of the folder of scenarios.
  ///   - shown: The path of the folder in messages.
  package init(folder root: String, shownAs shown: String) {
    folder = ScenariosFolder(root, shownAs: shown)
    self.root = URL(filePath: root).standardizedFileURL.path
  }

  /// Returns the path of a story relative to the folder; `nil` for a file that is no story in it.
  package func path(of file: String) -> String? {
    let file = URL(filePath: file).standardizedFileURL.path
    guard file.hasPrefix(root + "/") else { return nil }
    let path = String(file.dropFirst(root.utf8.count + 1))
    return StoryFile.isStory(path) && !ScenariosFolder.isPassedOver(path) ? path : nil
  }

  // MARK: - Open documents

  /// Takes over the text of an open document.
  package func update(_ path: String, text: String, version: Int) {
    let source = SourceFile(path: folder.shown(path), text: text)
    documents[path] = Document(source, version: version)
  }

  /// Drops a document, whose file on disk counts from now on.
  package func close(_ path: String) { documents[path] = nil }

  /// The paths of the open documents.
  package var open: [String] { documents.keys.sorted() }

  /// Returns the version of an open document.
  package func version(of path: String) -> Int? { documents[path]?.version }

  /// Returns the text of an open document, or of the file on disk.
  package func source(of path: String) -> SourceFile? {
    documents[path]?.source
      ?? (try? SourceFile(path: folder.shown(path), readFrom: "\(root)/\(path)"))
  }

  /// Returns the text that a worker plans: the readable part of an open document.
  package func readableText(of path: String) -> String? {
    documents[path].map { String(decoding: $0.text.readable.bytes, as: UTF8.self) }
  }

  func document(_ path: String) -> Document? {
    documents[path] ?? source(of: path).map { Document($0) }
  }

  /// The files of the folder in order, with what is known of them.
  ///
  /// Files on disk are read again only if they have changed.
  var files: [(path: String, facts: StoryFacts)] {
    let paths = Set(folder.find([]).paths).union(documents.keys).sorted()
    var stamps: [String: FileStamp] = [:]
    for path in paths where documents[path] == nil { stamps[path] = FileStamp("\(root)/\(path)") }
    let changed = paths.filter { path in stamps[path].map { saved[path]?.stamp != $0 } ?? false }
    let (folder, root) = (folder, root)
    let read = changed.concurrentMap { path in
      let source = try? SourceFile(path: folder.shown(path), readFrom: "\(root)/\(path)")
      return (path, source.map { Document($0).facts })
    }
    for (path, facts) in read {
      saved[path] = facts.flatMap { facts in stamps[path].map { (stamp: $0, facts: facts) } }
    }
    return paths.compactMap { path in
      (documents[path]?.facts ?? saved[path]?.facts).map { (path, $0) }
    }
  }

  /// The codes of the languages that the stories are written in.
  package var languages: Set<String> { files.reduce(into: []) { $0.formUnion($1.facts.languages) } }

  /// Returns the language of the story at an offset of a file, also of one with errors.
  package func language(of path: String, at offset: Int) -> StoryLanguage {
    guard let source = source(of: path) else { return .english }
    let position = source.position(atOffset: offset)
    return source.location(of: SourceRange(start: position, end: position)).storyLanguage
  }

  func vocabulary(_ name: String) -> VocabularyData? { vocabularies.first { $0.module == name } }

  /// Returns the sentence of a vocabulary that matches a text.
  func entry(of text: String, in module: String) -> Vocabulary.Entry? {
    vocabulary(module)?.sentences.entry(of: text)
  }

  func sourceLocation(_ path: String, _ range: SourceRange) -> SourceLocation {
    SourceLocation(file: "\(root)/\(path)", range: range)
  }

  /// Returns the absolute path of an existing file that a story names.
  func file(named name: String, in path: String) -> String? {
    guard name.contains(".") || name.contains("/"), !name.hasPrefix("/"), name.count < 1_000 else {
      return nil
    }
    let story = URL(filePath: "\(root)/\(path)").deletingLastPathComponent()
    let file = URL(filePath: "\(story.path)/\(name)").standardizedFileURL.path
    let isFile = file.hasPrefix(root + "/") && FileManager.default.isFolder(atPath: file) == false
    return isFile ? file : nil
  }

  // MARK: - Diagnostics and formatting

  /// Returns what is wrong with an open document.
  ///
  /// For valid YAML, these are the diagnostics that `check` has for the file.
  ///
  /// - Parameter planned: The diagnostics of a worker for the document's readable part; `nil`
  ///   without a worker.
  package func diagnostics(of path: String, planned: [Diagnostic]?) -> [Diagnostic] {
    guard let document = document(path) else { return [] }
    let digests = files.map { $0.path == path ? .init(document.file) : $0.facts.digest }
    let review = StoryReview.warnings(in: digests).filter {
      $0.location?.path == document.file.source.path
    }
    let uses = Dictionary(document.facts.uses.map { ($0.range, $0) }) { first, _ in first }
    let own = (planned ?? document.file.diagnostics).filter { problem in
      // The worker doesn't know sentences that were renamed since the app was built.
      guard problem.rule == .unknownStep, let range = problem.location?.range else { return true }
      return uses[range].flatMap { entry(of: $0.text, in: $0.module) } == nil
    }
    return document.text.diagnostics(from: (own + review).sortedByLocation())
  }

  /// The number of bytes that may be read to try corrections, which keeps an answer fast.
  private static let triedBytes = 1 << 20

  /// Returns for each of some diagnostics of a file the texts that correct it in place of its
  /// range, without those that can't stand there, such as a key that its mapping has already.
  ///
  /// In a large file, diagnostics after the first ones have none.
  package func corrections(of diagnostics: [Diagnostic], in path: String) -> [[String]] {
    guard let source = source(of: path) else { return diagnostics.map { _ in [] } }
    let (isValid, size) = (source.documents != nil, source.bytes.count)
    var tries = max(8, Self.triedBytes / max(1, size))
    return diagnostics.map { diagnostic in
      guard let range = diagnostic.location?.range else { return [] }
      guard isValid else { return diagnostic.corrections }
      let (start, end) = (range.start.offset, min(range.end.offset, size))
      // A diagnostic of a text has the range of its tag, too, such as "!not".
      let written = String(decoding: source.bytes[..<end].dropFirst(start), as: UTF8.self)
      let tag = written.prefixMatch(of: /(?:!\S+\s+)+/)?.output ?? ""
      return diagnostic.corrections.map { $0.hasPrefix("!") ? $0 : "\(tag)\($0)" }.filter { text in
        tries -= 1
        guard tries >= 0 else { return false }
        return (try? source.applying([TextEdit(start..<max(start, end), text)]))?.documents != nil
      }
    }
  }

  /// Returns the text of a file in the standard layout; `nil` if it can't be formatted.
  package func formatted(_ path: String) -> String? {
    source(of: path).flatMap { FormattedStoryFile(formatting: $0).text }
  }
}
