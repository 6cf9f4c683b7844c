/// Finds the scenarios of an earlier run that those of a run were.
///
/// First those with the same identity, where they have one, or file and titles; then, among the rest, those that agree in the most
/// telling way that is left, from nearly everything down to their lines alone; then those whose
/// lines are alike. Each step looks at the rest once, so the work grows with their number.
struct ScenarioMatching {
  /// For each scenario of the run the index of the one it was, or `nil`.
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

    // What a scenario says is read once, and only of those that are left.
    let said = Traits(now, leftNow)
    let saidEarlier = Traits(earlier, leftEarlier)
    for trait in Traits.all {
      match(said, saidEarlier, by: trait)
      if leftNow.isEmpty || leftEarlier.isEmpty { return }
    }
    let likeness = ScenarioLikeness(
      now: leftNow.map { ($0, now[$0], said.content[$0] ?? "") },
      earlier: leftEarlier.map { ($0, earlier[$0], saidEarlier.content[$0] ?? "") })
    for (index, partner) in likeness.pairs { partners[index] = partner }
  }

  private mutating func match(_ said: Traits, _ saidEarlier: Traits, by trait: Traits.Trait) {
    match({ said.text(trait, $0) }, { saidEarlier.text(trait, $0) })
  }

  private mutating func match(
    _ now: [ScenarioReport], _ earlier: [ScenarioReport], by text: (ScenarioReport) -> String
  ) {
    match({ text(now[$0]) }, { text(earlier[$0]) })
  }

  /// Brings together those of equal texts, in their order; those without a text stay.
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

/// In what scenarios can agree.
private struct Traits {
  struct Trait: OptionSet {
    let rawValue: Int
    static let path = Trait(rawValue: 1)
    static let title = Trait(rawValue: 2)
    static let around = Trait(rawValue: 4)
    static let content = Trait(rawValue: 8)
  }

  /// The most telling ones first.
  static let all: [Trait] = [
    [.path, .title, .content],  // one around it has another title
    [.title, .around, .content],  // its file was moved
    [.path, .around, .content],  // it has another title
    [.path, .content],  // it and one around it have
    [.title, .content],  // it was moved to another story
    [.title, .around],  // its file was moved, and it says something else
    [.content],  // it was moved and has another title
    [.path, .title],  // one around it has another title, and it says something else
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
      // Two that say nothing have nothing in common.
      guard let content = content[index], !content.isEmpty else { return nil }
      parts.append(content)
    }
    return parts.joined(separator: "\u{1E}")
  }
}
