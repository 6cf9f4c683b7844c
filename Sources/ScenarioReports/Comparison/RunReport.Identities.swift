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

extension ScenarioReport {
  /// The identity of a scenario that was never compared.
  package var ownIdentity: String { Fingerprint.of(key) }
}
