extension [ScenarioReport] {
  /// Returns the index of the earlier scenario for each scenario of a run; `nil` if there is none.
  ///
  /// Scenarios are matched by identity, if they have one, then by file and titles. The rest is
  /// matched by equal content, and by equal titles in another file, if the earlier scenario has
  /// gone. A scenario with another title and other content is a new one. Each pass visits the
  /// remaining scenarios once, so the work grows linearly with their number.
  func partners(
    among earlier: [ScenarioReport], where hasGone: (ScenarioReport) -> Bool
  ) -> [Int?] {
    var partners = [Int?](repeating: nil, count: count)
    if contains(where: { $0.identity != nil }) { match(earlier, &partners) { $0.identity } }
    match(earlier, &partners) { $0.key }
    match(earlier, &partners, where: hasGone) { $0.content(with: $0.titles.last ?? "") }
    match(earlier, &partners, where: hasGone) { $0.titles.joined(separator: "\u{1F}") }
    match(earlier, &partners, where: hasGone) { $0.content(with: $0.path) }
    match(earlier, &partners, where: hasGone) { $0.content(with: "") }
    return partners
  }

  /// Pairs scenarios with equal traits, in their order; those without a trait stay unmatched.
  private func match(
    _ earlier: [ScenarioReport], _ partners: inout [Int?],
    where isFree: (ScenarioReport) -> Bool = { _ in true }, by trait: (ScenarioReport) -> String?
  ) {
    let left = indices.filter { partners[$0] == nil }
    guard !left.isEmpty, !earlier.isEmpty else { return }
    let taken = Set(partners)
    var waiting: [String: [Int]] = [:]
    for index in earlier.indices.reversed() where !taken.contains(index) {
      if let trait = trait(earlier[index]) { waiting[trait, default: []].append(index) }
    }
    for index in left {
      guard let trait = trait(self[index]) else { continue }
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

  /// Returns whether the lines of two scenarios agree, apart from the title and the indentation.
  func hasSameContent(as other: ScenarioReport) -> Bool {
    // Nearly all scenarios are decided here, without comparing lines.
    text == other.text || text.isEmpty || other.text.isEmpty || contentLines == other.contentLines
      || text.hasSameValues(as: other.text) || hasSameWords(as: other)
  }

  /// Returns whether two scenarios have the same words, apart from secrets.
  ///
  /// Which secrets are known, and masked, depends on what a run reports.
  private func hasSameWords(as other: ScenarioReport) -> Bool {
    let words = [self, other].map { $0.contentLines.flatMap { $0.split(separator: " ") } }
    return words[0].count == words[1].count
      && zip(words[0], words[1]).allSatisfy { one, two in
        one == two || one.contains(SecretMask.mask) || two.contains(SecretMask.mask)
      }
  }

  /// The lines of the scenario without its title, empty lines and indentation.
  var contentLines: [Substring] {
    guard !text.isEmpty else { return steps.filter { $0.owner == nil }.map { $0.text[...] } }
    var lines = text.contentLines
    let title = titles.last ?? ""
    let titled = lines.firstIndex { !title.isEmpty && $0.contains(title) } ?? lines.indices.first
    if let titled { lines.remove(at: titled) }
    return lines
  }

  /// The identity of a scenario that was never compared.
  package var ownIdentity: String { Fingerprint.of(key) }
}

extension RunReport {
  /// Gives each scenario the identity of its partner, or a new one.
  ///
  /// A new identity derives from the file and the titles, so that two machines without a shared
  /// history assign the same one.
  ///
  /// Scenarios that already have an identity keep it.
  mutating func assignIdentities(partners: [Int?], earlier: [ScenarioReport]) {
    // Those of the parts of a divided run have one, and are not copied.
    guard scenarios.contains(where: { $0.identity == nil }) else { return }
    var isTaken = Set<String>(minimumCapacity: scenarios.count + earlier.count)
    for scenario in earlier { isTaken.insert(scenario.identity ?? scenario.ownIdentity) }
    for (index, partner) in partners.enumerated() {
      guard let partner, scenarios[index].identity == nil else { continue }
      scenarios[index].identity = earlier[partner].identity ?? earlier[partner].ownIdentity
    }
    for (index, partner) in partners.enumerated()
    where partner == nil && scenarios[index].identity == nil {
      var (identity, number) = (scenarios[index].ownIdentity, 1)
      // A scenario that had this title before kept its identity when it was renamed.
      while !isTaken.insert(identity).inserted {
        number += 1
        identity = Fingerprint.of("\(scenarios[index].key) \(number)")
      }
      scenarios[index].identity = identity
    }
  }
}
