/// Matches the scenarios of a run with those of an earlier run.
///
/// Scenarios are matched by identity, if they have one, then by file and titles. The rest is
/// matched by equal content, and by equal titles in another file, if the earlier scenario has gone.
/// A scenario with another title and other content is a new one. Each pass visits the remaining
/// scenarios once, so the work grows linearly with their number.
struct ScenarioMatching {
  /// The index of the earlier scenario for each scenario of the run; `nil` if there is none.
  private(set) var partners: [Int?]

  private let now: [ScenarioReport]
  private let earlier: [ScenarioReport]

  init(
    of now: [ScenarioReport], with earlier: [ScenarioReport],
    hasGone: (ScenarioReport) -> Bool = { _ in true }
  ) {
    (self.now, self.earlier) = (now, earlier)
    partners = Array(repeating: nil, count: now.count)
    if now.contains(where: { $0.identity != nil }) { match { $0.identity } }
    match { $0.key }
    match(where: hasGone) { $0.content(with: $0.titles.last ?? "") }
    match(where: hasGone) { $0.titles.joined(separator: "\u{1F}") }
    match(where: hasGone) { $0.content(with: $0.path) }
    match(where: hasGone) { $0.content(with: "") }
  }

  /// Pairs scenarios with equal traits, in their order; those without a trait stay unmatched.
  private mutating func match(
    where isFree: (ScenarioReport) -> Bool = { _ in true }, by trait: (ScenarioReport) -> String?
  ) {
    let left = now.indices.filter { partners[$0] == nil }
    guard !left.isEmpty, !earlier.isEmpty else { return }
    let taken = Set(partners)
    var waiting: [String: [Int]] = [:]
    for index in earlier.indices.reversed() where !taken.contains(index) {
      if let trait = trait(earlier[index]) { waiting[trait, default: []].append(index) }
    }
    for index in left {
      guard let trait = trait(now[index]) else { continue }
      while partners[index] == nil, let partner = waiting[trait]?.popLast() {
        if isFree(earlier[partner]) { partners[index] = partner }
      }
    }
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
