/// The scenarios that did not pass in the last run that had each of them.
package struct LastFailures: Sendable, Codable {
  /// The path and the titles of each scenario; only the path of a file that could not be read, of
  /// which any scenario may fail.
  private var places: [[String]]

  package init(scenarios: [PlannedScenario.ID], files: [String]) {
    places = scenarios.map { [$0.path] + $0.titles } + files.map { [$0] }
  }

  package var isEmpty: Bool { places.isEmpty }

  /// Returns the failures among scenarios of files.
  ///
  /// A file in which one is missing counts as a whole, because the scenario may have another title.
  func found(among known: [PlannedScenario]) -> [PlannedScenario] {
    let failed = Set(places)
    let missing = Set(failed.subtracting(known.map(\.place)).compactMap(\.first))
    return known.filter { failed.contains($0.place) || missing.contains($0.id.path) }
  }
}

extension PlannedScenario {
  fileprivate var place: [String] { [id.path] + id.titles }
}
