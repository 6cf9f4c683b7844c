/// A problem with a history, described for users.
package struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem and its consequence, in a sentence or two.
  package var description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

/// A scenario in a history.
package struct HistoryScenario: Sendable, Hashable {
  /// The identity, which stays the same when the scenario is renamed or moved.
  package var identity: String

  /// The current name.
  package var name: String

  /// The path of the last file that contained it.
  package var path: String

  package init(identity: String, name: String, path: String) {
    (self.identity, self.name, self.path) = (identity, name, path)
  }
}

/// The result of a scenario in one run.
package struct HistoryEntry: Sendable, Hashable {
  package var run: RunHeading

  /// The scenario without details, but with its failures.
  package var scenario: ScenarioReport

  /// Creates an entry.
  package init(run: RunHeading, scenario: ScenarioReport) {
    (self.run, self.scenario) = (run, scenario)
  }
}
