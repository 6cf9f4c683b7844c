/// Matches the scenarios of a run with those of an earlier run.
///
/// Scenarios are matched by identity, if they have one, then by file and titles. The rest is
/// matched by equal content, and by equal titles in another file. A scenario with another title and
/// other content is a new one. Each pass visits the remaining scenarios once, so the work grows
/// linearly with their number.
struct ScenarioMatching {
  /// The index of the earlier scenario for each scenario of the run; `nil` if there is none.
  private(set) var partners: [Int?]

  private let now: [ScenarioReport]
  private let earlier: [ScenarioReport]
  private var leftNow: [Int]
  private var leftEarlier: [Int]

  init(of now: [ScenarioReport], with earlier: [ScenarioReport]) {
    (self.now, self.earlier) = (now, earlier)
    partners = Array(repeating: nil, count: now.count)
    leftNow = Array(now.indices)
    leftEarlier = Array(earlier.indices)
    if now.contains(where: { $0.identity != nil }) { match { $0.identity } }
    match { $0.key }
    match { $0.content(with: $0.titles.last ?? "") }
    match { $0.titles.joined(separator: "\u{1F}") }
    match { $0.content(with: $0.path) }
    match { $0.content(with: "") }
  }

  /// Pairs scenarios with equal traits, in their order; those without a trait stay unmatched.
  private mutating func match(by trait: (ScenarioReport) -> String?) {
    guard !leftNow.isEmpty, !leftEarlier.isEmpty else { return }
    var waiting: [String: [Int]] = [:]
    waiting.reserveCapacity(leftEarlier.count)
    for index in leftEarlier.reversed() {
      if let trait = trait(earlier[index]) { waiting[trait, default: []].append(index) }
    }
    var taken: Set<Int> = []
    for index in leftNow {
      guard let trait = trait(now[index]), let partner = waiting[trait]?.popLast() else { continue }
      partners[index] = partner
      taken.insert(partner)
    }
    leftNow.removeAll { partners[$0] != nil }
    leftEarlier.removeAll { taken.contains($0) }
  }
}

extension ScenarioReport {
  /// Returns the content with another trait; `nil` without content, since two scenarios without any
  /// have nothing in common.
  fileprivate func content(with trait: String) -> String? {
    let content = contentLines.joined(separator: "\n")
    return content.isEmpty ? nil : "\(trait)\u{1E}\(content)"
  }
}
