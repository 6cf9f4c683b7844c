/// Matches the scenarios of a run with those of an earlier run.
///
/// Scenarios are matched by identity, if they have one, then by file and titles. The rest is
/// matched by combinations of traits, from the most to the least distinctive, and finally by
/// similarity. Each pass visits the remaining scenarios once, so the work grows linearly with their
/// number.
struct ScenarioMatching {
  /// The index of the earlier scenario for each scenario of the run; `nil` if there is none.
  private(set) var partners: [Int?]

  private let earlierCount: Int
  private var leftNow: [Int]
  private var leftEarlier: [Int]

  init(of now: [ScenarioReport], with earlier: [ScenarioReport]) {
    partners = Array(repeating: nil, count: now.count)
    earlierCount = earlier.count
    leftNow = Array(now.indices)
    leftEarlier = Array(earlier.indices)
    if now.contains(where: { $0.identity != nil }) {
      match({ now[$0].identity }, { earlier[$0].identity })
    }
    match(now, earlier) { $0.key }
    guard !leftNow.isEmpty, !leftEarlier.isEmpty else { return }

    // The content is extracted once, and only for scenarios that are still unmatched.
    let traits = Traits(now, leftNow)
    let earlierTraits = Traits(earlier, leftEarlier)
    for trait in Traits.all {
      match(traits, earlierTraits, by: trait)
      if leftNow.isEmpty || leftEarlier.isEmpty { return }
    }
    let likeness = ScenarioLikeness(
      now: leftNow.map { ($0, now[$0], traits.content[$0] ?? "") },
      earlier: leftEarlier.map { ($0, earlier[$0], earlierTraits.content[$0] ?? "") })
    for (index, partner) in likeness.pairs { partners[index] = partner }
  }

  private mutating func match(_ now: Traits, _ earlier: Traits, by trait: Traits.Trait) {
    match({ now.text(trait, $0) }, { earlier.text(trait, $0) })
  }

  private mutating func match(
    _ now: [ScenarioReport], _ earlier: [ScenarioReport], by text: (ScenarioReport) -> String
  ) {
    match({ text(now[$0]) }, { text(earlier[$0]) })
  }

  /// Pairs scenarios with equal texts, in their order; those without a text stay unmatched.
  private mutating func match(_ now: (Int) -> String?, _ earlier: (Int) -> String?) {
    var waiting: [String: [Int]] = [:]
    waiting.reserveCapacity(leftEarlier.count)
    for index in leftEarlier.reversed() {
      if let text = earlier(index) { waiting[text, default: []].append(index) }
    }
    var isTaken = Array(repeating: false, count: earlierCount)
    for index in leftNow {
      guard let text = now(index), let partner = waiting[text]?.popLast() else { continue }
      partners[index] = partner
      isTaken[partner] = true
    }
    leftNow.removeAll { partners[$0] != nil }
    leftEarlier.removeAll { isTaken[$0] }
  }
}

/// The traits by which scenarios are matched.
private struct Traits {
  struct Trait: OptionSet {
    let rawValue: Int
    static let path = Trait(rawValue: 1)
    static let title = Trait(rawValue: 2)
    static let around = Trait(rawValue: 4)
    static let content = Trait(rawValue: 8)
  }

  /// The combinations to match by, the most distinctive first.
  static let all: [Trait] = [
    [.path, .title, .content],  // an enclosing title changed
    [.title, .around, .content],  // the file was moved
    [.path, .around, .content],  // the title changed
    [.path, .content],  // the title and an enclosing title changed
    [.title, .content],  // it was moved to another story
    [.title, .around],  // the file was moved and the content changed
    [.content],  // it was moved and the title changed
    [.path, .title],  // an enclosing title and the content changed
  ]

  private let scenarios: [ScenarioReport]
  let content: [Int: String]

  init(_ scenarios: [ScenarioReport], _ indices: [Int]) {
    self.scenarios = scenarios
    content = Dictionary(uniqueKeysWithValues: indices.map { ($0, scenarios[$0].content) })
  }

  func text(_ trait: Trait, _ index: Int) -> String? {
    let scenario = scenarios[index]
    var parts: [String] = []
    if trait.contains(.path) { parts.append(scenario.path) }
    if trait.contains(.title) { parts.append(scenario.titles.last ?? "") }
    if trait.contains(.around) {
      parts.append(scenario.titles.dropLast().joined(separator: "\u{1F}"))
    }
    if trait.contains(.content) {
      // Two scenarios without content have nothing in common.
      guard let content = content[index], !content.isEmpty else { return nil }
      parts.append(content)
    }
    return parts.joined(separator: "\u{1E}")
  }
}
