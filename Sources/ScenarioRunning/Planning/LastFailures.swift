/// The scenarios that did not pass in the last run that had each of them.
package struct LastFailures: Sendable, Codable {
  /// The path and the titles of each scenario; only the path of a file that could not be read, of
  /// which any scenario may fail.
  private var entries: [[String]]

  package init(scenarios: [PlannedScenario.ID], files: [String]) {
    entries = scenarios.map { [$0.path] + $0.titles } + files.map { [$0] }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Returns the failures among scenarios of files.
  ///
  /// A file in which one is missing counts as a whole, because the scenario may have another title.
  /// A scenario with the same titles in another file counts, too, because it may have moved.
  func found(among known: [PlannedScenario]) -> [PlannedScenario] {
    let failed = Set(entries)
    let there = known.map { [$0.id.path] + $0.id.titles }
    let missing = Set(failed.subtracting(there).compactMap(\.first))
    let titles = Set(entries.map { $0.dropFirst() })
    return known.filter { titles.contains($0.id.titles[...]) || missing.contains($0.id.path) }
  }
}
