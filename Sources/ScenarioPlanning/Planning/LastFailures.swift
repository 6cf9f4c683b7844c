/// The scenarios that did not pass in the last run that had each of them.
package struct LastFailures: Sendable, Hashable, Codable {
  /// The scenarios.
  package var scenarios: Set<PlannedScenario.ID> = []

  /// The paths of the files that could not be read, of which any scenario may fail.
  package var files: Set<String> = []

  package init() {}

  package var isEmpty: Bool { scenarios.isEmpty && files.isEmpty }

  /// The paths of all files.
  package var paths: [String] { Set(scenarios.map(\.path)).union(files).sorted() }

  /// Returns the failures among scenarios of files.
  ///
  /// A file in which one is missing counts as a whole, because the scenario may have another title.
  func found(among known: [PlannedScenario]) -> [PlannedScenario] {
    let missing = Set(scenarios.subtracting(known.map(\.id)).map(\.path))
    return known.filter {
      scenarios.contains($0.id) || files.contains($0.id.path) || missing.contains($0.id.path)
    }
  }
}
