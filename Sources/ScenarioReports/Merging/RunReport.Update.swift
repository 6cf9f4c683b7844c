extension RunReport {
  /// Replaces results by those of a later run of only some stories.
  package mutating func update(with later: RunReport) {
    let positions = Dictionary(
      scenarios.enumerated().compactMap { index, scenario in
        scenario.identity.map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
    for scenario in later.scenarios {
      let position = scenario.identity.flatMap { positions[$0] }
      if let position { scenarios[position] = scenario } else { scenarios.append(scenario) }
    }
    let (readable, broken) = (Set(later.scenarios.map(\.path)), Set(later.brokenFiles.map(\.path)))
    brokenFiles.removeAll { readable.contains($0.path) || broken.contains($0.path) }
    brokenFiles += later.brokenFiles
    (id, began, seconds) = (later.id, later.began, later.seconds)
    (origin, problems, isRealTime) = (later.origin, later.problems, later.isRealTime)
    // The verdicts come from several runs, so they are not those of one commit.
    origin.isModified = nil
  }
}
