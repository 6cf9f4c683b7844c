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

  func contains(_ scenario: PlannedScenario.ID) -> Bool {
    scenarios.contains(scenario) || files.contains(scenario.path)
  }
}
