import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

@Suite("Accepting stories with wrong values")
struct AcceptedStoriesTests {
  /// A story of this package, whose values the tests misspell at seeded random positions.
  struct MisspelledStory: Sendable, CustomTestStringConvertible {
    var path: String
    var testDescription: String { path }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  private static let samples = ScenariosFolder(root.path, shownAs: "Scenarios").read([]).sources
    .map { MisspelledStory(path: String($0.file.source.path.dropFirst("Scenarios/".count))) }

  private static let roundsPerStory = Sample.number(1, whole: 4)

  @Test func `at least 12 stories of this package have values to misspell`() {
    let folder = ScenariosFolder(Self.root.path, shownAs: "Scenarios")
    let counts = Self.samples.map { folder.read($0.path).file.expectedScalars.count }
    #expect(counts.count { $0 > 0 } >= 12)
  }

  @Test(arguments: Sample.of(samples, oneIn: 3), [1, 5])
  func `accepting restores a story with wrong values byte for byte`(
    sample: MisspelledStory, count: Int
  ) async throws {
    let original = ScenariosFolder(Self.root.path, shownAs: "Scenarios").read(sample.path)
    let (source, values) = (original.file.source, original.file.expectedScalars)
    var generator = SeededGenerator(seed: UInt64(sample.path.utf8.count * count) * 7919)
    for _ in 0..<(count == 1 ? min(Self.roundsPerStory, values.count * 2) : 1) {
      let nodes = values.shuffled(using: &generator).prefix(count)
      // Editing from the end keeps the positions of earlier nodes.
      let wrong = nodes.sorted { $0.range.start > $1.range.start }
        .reduce(source) { $0.misspelling($1) }
      #expect(nodes.isEmpty || wrong.bytes != source.bytes)
      let text = try await Self.accept(wrong, in: original.folder)
      #expect(
        Self.differences(of: text, from: source.bytes) == [],
        "\(nodes.map { "\($0.range.start.line): \($0.text ?? "")" })")
    }
  }

  /// Returns the lines that differ, as text, because a failure with raw bytes would be unreadable.
  private static func differences(of text: [UInt8], from original: [UInt8]) -> [String] {
    let lines = [text, original].map {
      $0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    return (0..<max(lines[0].count, lines[1].count)).compactMap { index in
      let pair = lines.map { index < $0.count ? $0[index] : nil }
      guard pair[0] != pair[1] else { return nil }
      let words = pair.map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "no line" }
      return "\(index + 1): \(words[0]), not \(words[1])"
    }
  }

  /// Accepts all changes repeatedly until none are left.
  private static func accept(_ source: SourceFile, in folder: StoryFolder) async throws -> [UInt8] {
    var source = source
    while true {
      let plan = Plan(
        [StorySource(file: StoryFile(reading: source), folder: folder)],
        vocabularies: ReaderStories.vocabularies)
      guard plan.brokenFiles.isEmpty else { return [] }
      var results: [ScenarioReport] = []
      Runner(contents: [.details, .updates]).run(plan.scenarios) { results.append($1) }
      let file = FileAcceptance(of: source, Acceptance(of: results).proposals)
      guard !file.changes.isEmpty, let bytes = file.text(accepting: file.changes) else {
        return source.bytes
      }
      source = SourceFile(path: source.path, bytes: bytes)
    }
  }
}

extension StoryFile {
  /// The scalars that checks compare literally, without tags, phrases or examples.
  fileprivate var expectedScalars: [Node] {
    var nodes: [Node] = []
    func add(_ scenario: Scenario) {
      guard scenario.example == nil else { return }
      for step in scenario.steps
      where step.purpose == .check && step.timeline == nil && step.timing?.kind != .never {
        for data in step.sentences.filter(\.phrases.isEmpty).compactMap(\.data) {
          data.addScalars(to: &nodes)
        }
      }
      scenario.scenarios.forEach(add)
    }
    for story in stories { story.scenarios.forEach(add) }
    return nodes
  }
}

extension Node {
  fileprivate func addScalars(to nodes: inout [Node]) {
    guard tag == nil || tag == "!exactly" || tag == "!unordered" else { return }
    switch content {
    case .scalar(_, let style):
      let isWritten = !isNull && style != .literal && style != .folded
      if isWritten, tag == nil { nodes.append(self) }
    case .sequence(let items): for item in items { item.addScalars(to: &nodes) }
    case .mapping(let entries): for entry in entries { entry.value.addScalars(to: &nodes) }
    }
  }
}

extension SourceFile {
  /// Returns the file with an extra letter or digit at the end of a scalar.
  fileprivate func misspelling(_ node: Node) -> SourceFile {
    var bytes = bytes
    let isNumber = node.text.map { Double($0) != nil } ?? false
    let isQuoted: Bool
    if case .scalar(_, .plain) = node.content { isQuoted = false } else { isQuoted = true }
    bytes.insert(UInt8(ascii: isNumber ? "7" : "z"), at: node.range.end.offset - (isQuoted ? 1 : 0))
    return SourceFile(path: path, bytes: bytes)
  }
}

/// A generator that produces the same numbers each time, by SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
