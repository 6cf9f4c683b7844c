import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

/// All edits that are offered for all stories change what they are about, and no other byte.
@Suite struct EditTests {
  private static let package = PrefixTests.folder.deletingLastPathComponent()

  private static func service(in folder: URL = PrefixTests.folder) -> LanguageService {
    let service = LanguageService(folder: folder.path, shownAs: "Scenarios")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    return service
  }

  /// Returns a text with replacements, and fails if they overlap.
  private static func text(_ text: String, replacing edits: [(range: Range<Int>, text: String)])
    -> String
  {
    var bytes = Array(text.utf8)
    var start = bytes.count
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      #expect(edit.range.upperBound <= start)
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
      start = edit.range.lowerBound
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Checks that a text has the same nodes as another one, except for those that edits replace.
  private static func expect(
    _ after: String, hasNodesOf before: String, except edits: [(range: Range<Int>, text: String)],
    _ what: String
  ) throws {
    let (old, new) = (try Self.nodes(of: before), try Self.nodes(of: after))
    #expect(old.count == new.count, "\(what): nodes were added or removed")
    for (old, new) in zip(old, new)
    where !edits.contains(where: {
      $0.range.lowerBound <= old.range.upperBound && old.range.lowerBound <= $0.range.upperBound
    }) {
      #expect(old.text == new.text, "\(what): another node has changed")
    }
    for edit in edits {
      #expect(old.contains { $0.range == edit.range }, "\(what): \(edit) replaces no node")
    }
  }

  /// The keys and texts of a story, in order, each with the range of its bytes.
  private static func nodes(of text: String) throws -> [(text: String, range: Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    func collect(_ node: Node) {
      if let tag = node.tag {
        let start = node.range.start.offset
        found.append((tag, start..<start + tag.utf8.count))
      }
      if let text = node.text {
        found.append((text, node.range.start.offset..<node.range.end.offset))
      }
      for item in node.items.map(Array.init) ?? [] { collect(item) }
      for entry in node.entries.map(Array.init) ?? [] {
        collect(entry.key)
        collect(entry.value)
      }
    }
    let source = SourceFile(path: "s.yaml", text: text)
    for document in try #require(source.documents) { collect(document) }
    return found
  }

  // MARK: - Renaming

  @Test func `renaming anything and back leaves every byte of stories and Swift as it was`() throws
  {
    let copy = try TemporaryFolder()
    let files = FileManager.default
    let root = copy.url.deletingLastPathComponent()
    try files.removeItem(at: copy.url)
    try files.copyItem(at: PrefixTests.folder, to: copy.url)
    let sources = root.appending(path: "Sources")
    try files.createDirectory(at: sources, withIntermediateDirectories: true)
    try files.copyItem(
      at: Self.package.appending(path: "Sources/ReaderStories"),
      to: sources.appending(path: "ReaderStories"))
    let service = Self.service(in: copy.url)
    let before = try Self.contents(of: root)
    var names: Set<String> = []
    var places = Places()
    var (renamed, refused) = (0, 0)
    for story in PrefixTests.stories {
      let path = String(story.file.source.path.dropFirst("Scenarios/".count))
      let text = String(decoding: story.file.source.bytes, as: UTF8.self)
      service.update(path, text: text, version: 0)
      for node in try Self.nodes(of: text) {
        let offset = node.range.lowerBound + 1
        // The first use of a name is where it was after it is renamed.
        guard let name = service.name(in: path, at: offset),
          names.insert("\(story.file.stories[0].module.string) \(name.name)").inserted,
          places.tries(story.file.source.kind(of: node.range))
        else { continue }
        let new = name.name + (name.name.contains(" ") ? " now" : "2")
        do {
          try Self.rename(in: path, at: offset, to: new, service, root)
        } catch is Diagnostic {
          #expect(try Self.contents(of: root) == before)
          refused += 1
          continue
        }
        #expect(try Self.contents(of: root) != before)
        try Self.rename(in: path, at: offset, to: name.name, service, root)
        let after = try Self.contents(of: root)
        #expect(after == before, "\(name.name)")
        if after != before { return }
        renamed += 1
      }
    }
    Sample.note(renamed + refused, "names that are renamed and back")
    #expect(
      renamed > Sample.number(0, whole: refused), "\(refused) of \(renamed + refused) were refused")
  }

  private static func contents(of root: URL) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        FileManager.default.contents(atPath: "\(root.path)/\(path)").map { (path, $0) }
      })
  }

  /// Renames what stands at an offset, in the files.
  private static func rename(
    in path: String, at offset: Int, to name: String, _ service: LanguageService, _ root: URL
  ) throws {
    let edits = try service.rename(
      in: path, at: offset, to: name, swift: SwiftLocations(root: root.path))
    for (file, edits) in Dictionary(grouping: edits, by: \.location.file) {
      let edits = edits.map {
        (range: $0.location.range.start.offset..<$0.location.range.end.offset, text: $0.text)
      }
      let before = try String(contentsOfFile: file, encoding: .utf8)
      let after = text(before, replacing: edits)
      if file.hasSuffix(".yaml") { try expect(after, hasNodesOf: before, except: edits, name) }
      try Data(after.utf8).write(to: URL(filePath: file))
      if let path = service.path(of: file), service.version(of: path) != nil {
        service.update(path, text: after, version: 0)
      }
    }
  }

  // MARK: - Corrections

  @Test func `a correction of a mistyped word changes only that word`() throws {
    let vocabularies = ReaderStories.vocabularies
    let folder = ScenariosFolder(PrefixTests.folder.path, shownAs: "Scenarios")
    let service = Self.service()
    var corrections = 0
    var places = Places()
    for story in PrefixTests.stories {
      let path = String(story.file.source.path.dropFirst("Scenarios/".count))
      let whole = story.file.source.bytes
      let nodes = try Self.nodes(of: String(decoding: whole, as: UTF8.self))
      for index in nodes.indices
      where places.tries(story.file.source.kind(of: nodes[index].range)) {
        guard let mistyped = Self.text(whole, mistypedIn: nodes[index].range) else { continue }
        service.update(path, text: mistyped, version: index)
        let planned = PlannedFile(folder.read(path, text: mistyped), vocabularies: vocabularies)
        let found = service.diagnostics(
          of: path,
          planned: planned.broken?.diagnostics ?? planned.undefinedSteps + planned.warnings)
        for diagnostic in found {
          guard let range = diagnostic.location?.range else { continue }
          let word = String(
            decoding: mistyped.utf8.prefix(range.end.offset).dropFirst(range.start.offset),
            as: UTF8.self)
          // One that keeps the word adds something, such as the mapping that an answer has to be.
          for correction in service.corrections(of: [diagnostic], in: path)[0]
          where !correction.contains(word) {
            let edit = (range: range.start.offset..<range.end.offset, text: correction)
            let corrected = Self.text(mistyped, replacing: [edit])
            try Self.expect(corrected, hasNodesOf: mistyped, except: [edit], diagnostic.text)
            corrections += 1
          }
        }
      }
    }
    Sample.note(corrections, "corrections of mistyped words")
    #expect(corrections > Sample.number(2, whole: 20))
  }

  @Test func `in a large text, only corrections of the first diagnostics are tried`() throws {
    let service = LanguageService(folder: "/nowhere", shownAs: "Scenarios")
    let scenarios = (0..<1_000).map { number in
      "  - scenario: \(number) \(String(repeating: "x", count: 80))\n    thenn: nothing happens\n"
    }
    let text = "story: A\nmodule: facts\nscenarios:\n" + scenarios.joined()
    service.update("a.yaml", text: text, version: 1)
    let diagnostics = service.diagnostics(of: "a.yaml", planned: nil)
      .filter { $0.corrections == ["then"] }
    #expect(diagnostics.count > 100)
    let corrections = service.corrections(of: diagnostics, in: "a.yaml")
    let count = corrections.count(where: { !$0.isEmpty })
    #expect(count > 0 && count < 20)
    #expect(corrections.prefix(count).allSatisfy { $0 == ["then"] })
  }

  @Test(arguments: [
    ("!not-contains $paths; $path now", ["!not-contains $paths; <path> now"]),
    ("!not http://<pth>/rss", ["!not http://<path>/rss"]),
    ("{ a: !not <pth> }", ["!not <path>"]), ("<pth>", ["<path>"]),
    // The text needs its quotes.
    ("!not \"at: {path}\"", []),
  ])
  func `a correction of a text keeps the tag before it`(written: String, corrected: [String]) {
    let service = LanguageService(folder: "/nowhere", shownAs: "Scenarios")
    let text = """
      story: A
      module: facts
      scenarios:
        - scenario: B
          when: the reader opens <path>
          then: { the links are: \(written) }
          examples: [{ path: /a }]

      """
    service.update("a.yaml", text: text, version: 1)
    let found = service.diagnostics(of: "a.yaml", planned: nil)
    #expect(service.corrections(of: found, in: "a.yaml").flatMap(\.self) == corrected)
  }

  /// Returns a text in which the second and the third letter of a node are swapped.
  private static func text(_ bytes: [UInt8], mistypedIn range: Range<Int>) -> String? {
    let (second, third) = (range.lowerBound + 1, range.lowerBound + 2)
    guard third < range.upperBound, bytes[second] != bytes[third],
      [second, third].allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[$0] })
    else { return nil }
    var bytes = bytes
    bytes.swapAt(second, third)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Completions

  @Test func `a completion replaces only what is typed of its node`() throws {
    let service = Self.service()
    var completions = 0
    var places = Places()
    for story in PrefixTests.stories {
      let path = String(story.file.source.path.dropFirst("Scenarios/".count))
      let nodes = try Self.nodes(of: String(decoding: story.file.source.bytes, as: UTF8.self))
      for node in nodes where places.tries(story.file.source.kind(of: node.range)) {
        let offset = node.range.lowerBound + (node.range.count + 1) / 2
        let (all, start) = service.completions(in: path, at: offset)
        completions += all.count
        #expect(
          start <= offset && (all.isEmpty || start >= node.range.lowerBound),
          "\(path): bytes around \"\(node.text)\" would be replaced")
      }
    }
    Sample.note(completions, "completions")
    #expect(completions > 100)
  }
}
