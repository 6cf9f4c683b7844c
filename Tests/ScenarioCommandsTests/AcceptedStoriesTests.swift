import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import Testing

@Suite("A story with one wrong value")
struct AcceptedStoriesTests {
  /// A story of this package, for which seeds make something wrong.
  struct Sample: Sendable, CustomTestStringConvertible {
    var path: String
    var testDescription: String { path }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  private static let samples = ScenariosFolder(root.path, shownAs: "Scenarios").read([]).sources
    .map { Sample(path: String($0.file.source.path.dropFirst("Scenarios/".count))) }

  private static let roundsPerStory = 4

  @Test func `is any story of this package`() {
    #expect(Self.samples.count >= 12)
  }

  @Test(arguments: samples)
  func `is byte for byte what it was once what the app shows is accepted`(sample: Sample) async {
    let original = ScenariosFolder(Self.root.path, shownAs: "Scenarios").read(sample.path)
    let expected = original.file.expectedScalars
    var generator = SeededGenerator(seed: UInt64(sample.path.utf8.count) * 7919)
    for _ in 0..<min(Self.roundsPerStory, expected.count * 2) {
      guard let node = expected.randomElement(using: &generator) else { return }
      let wrong = original.file.source.misspelling(node)
      let text = await Self.accept(wrong, in: original.folder)
      #expect(
        Self.differences(of: text, from: original.file.source.bytes) == [],
        "\(node.range.start.line): \(node.text ?? "")")
    }
  }

  @Test(arguments: samples)
  func `may be wrong in several places at once`(sample: Sample) async {
    let original = ScenariosFolder(Self.root.path, shownAs: "Scenarios").read(sample.path)
    var generator = SeededGenerator(seed: UInt64(sample.path.utf8.count) * 104_729)
    let nodes = original.file.expectedScalars.shuffled(using: &generator).prefix(5)
    var wrong = original.file.source
    // From the end, so that the places in front stay where they are.
    for node in nodes.sorted(by: { $0.range.start > $1.range.start }) {
      wrong = wrong.misspelling(node)
    }
    let text = await Self.accept(wrong, in: original.folder)
    #expect(Self.differences(of: text, from: original.file.source.bytes) == [])
  }

  /// The lines that are not the same byte for byte, because nobody can read a thousand numbers.
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

  /// Accepts everything, round after round.
  private static func accept(_ source: SourceFile, in folder: StoryFolder) async -> [UInt8] {
    var source = source
    while true {
      let plan = Plan(
        [StorySource(file: StoryFile(reading: source), folder: folder)],
        vocabularies: ReaderStories.vocabularies)
      guard plan.brokenFiles.isEmpty else { return [] }
      var results: [ScenarioResult] = []
      Runner().run(plan.scenarios) { results.append($1) }
      let file = FileAcceptance(of: source, Acceptance(of: results).proposals)
      guard !file.changes.isEmpty, let bytes = file.text(accepting: file.changes) else {
        return source.bytes
      }
      source = SourceFile(path: source.path, bytes: bytes)
    }
  }
}

extension StoryFile {
  /// Scalars that checks expect as they are: no tags, and none that come from elsewhere.
  fileprivate var expectedScalars: [Node] {
    var nodes: [Node] = []
    func add(_ scenario: Scenario) {
      for step in scenario.steps
      where step.purpose == .check && step.timeline == nil && step.timing?.kind != .never {
        for data in step.sentences.filter(\.phrases.isEmpty).compactMap(\.data) {
          data.addScalars(to: &nodes)
        }
      }
      if scenario.example == nil { scenario.scenarios.forEach(add) }
    }
    for story in stories { story.scenarios.filter { $0.example == nil }.forEach(add) }
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
  /// The file with a letter more at the end of a scalar, or a digit more.
  fileprivate func misspelling(_ node: Node) -> SourceFile {
    var bytes = bytes
    let isNumber = node.text.map { Double($0) != nil } ?? false
    let isQuoted: Bool
    if case .scalar(_, .plain) = node.content { isQuoted = false } else { isQuoted = true }
    bytes.insert(
      UInt8(ascii: isNumber ? "7" : "z"), at: node.range.end.offset - (isQuoted ? 1 : 0))
    return SourceFile(path: path, bytes: bytes)
  }
}

/// Numbers that are the same each time.
private struct SeededGenerator: RandomNumberGenerator {
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
