import ScenarioLanguage

/// Journeys: acts of one module in any order, with the data and the answers that stories have.
extension Exploration {
  private static let journeyCount = 10
  private static let journeyLength = 12
  /// The times between two acts.
  private static let gaps = [0, 1, 10, 100, 600].map { $0 * Variations.second / 10 }

  /// Returns the journeys of each module, each from where its first scenario begins.
  func journeys(of subjects: [Subject]) -> [Subject] {
    groups(of: subjects).compactMap { group in
      let acts = group.flatMap { $0.script.lines.filter { $0.purpose == .act && !$0.isBackground } }
      let moves = Set(acts.map(\.sentences)).sorted { $0.joined() < $1.joined() }
      guard moves.count > 1, let host = group.first, let first = host.script.firstAct else {
        return nil
      }
      let lines = Set(group.flatMap(\.script.lines).filter(\.isAnswer).map(\.text)).sorted()
      let answers = Dictionary(grouping: lines) { line in
        ServerAnswers(line).map { "\($0.method) \($0.url)" } ?? ""
      }.sorted { $0.key < $1.key }.map(\.value)
      var start = host.script
      start.lines = Array(start.lines[..<first])
      var random = SeededGenerator(seed: counts.seed, host.report.module)
      let journeys = (0..<Self.journeyCount).map { _ in
        var script = start
        for line in answers.compactMap({ $0.randomElement(using: &random) }) {
          script.append(.prepare, [line], after: 0)
        }
        for _ in 0..<Self.journeyLength {
          guard let move = moves.randomElement(using: &random) else { continue }
          script.append(.act, move, after: Self.gaps.randomElement(using: &random) ?? 0)
        }
        return host.journey(script)
      }
      return host.with(
        "journey", [Variation(change: .none, words: "", script: start)] + journeys, start)
    }
  }
}

extension Exploration.Subject {
  func journey(_ script: Script) -> Variation {
    let acts = script.acts.map { script.lines[$0] }.filter { !$0.isBackground }
    return variation(.journey, acts.map(\.text).joined(separator: ", "), script)
  }

  /// Returns the journeys in which an act was refused, without it; `nil` if there are none.
  var withoutRefusals: Self? {
    let shorter = variations.enumerated().compactMap { index, variation -> Variation? in
      guard index > 0, let run = runs[index], run.wasRefused,
        let failed = run.steps.firstIndex(where: { $0.outcome == .failed })
      else { return nil }
      let isLine = run.steps[failed].sentences?.isEmpty == false
      let line = run.steps[..<failed].count { $0.sentences?.isEmpty == false } - (isLine ? 0 : 1)
      guard script.lines.count..<variation.script.lines.count ~= line else { return nil }
      var script = variation.script
      script.lines.remove(at: line)
      return journey(script)
    }
    return shorter.isEmpty ? nil : with("less", [variations[0]] + shorter)
  }
}

extension Script {
  fileprivate mutating func append(
    _ purpose: Step.Purpose, _ sentences: [String], after time: Int64
  ) {
    lines.append(
      Line(
        purpose: purpose, sentences: sentences, nanoseconds: end + time,
        place: 1_000_000 + lines.count, isBackground: false))
  }
}

/// A generator of the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator for a name, apart from those for others.
  init(seed: UInt64, _ name: String) {
    state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 33)) &* 0xbf58_476d_1ce4_e5b9
  }
}
