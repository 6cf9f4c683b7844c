/// A problem with a history, described for users.
package struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem and its consequence, in a sentence or two.
  package var description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

/// A scenario in a history: its identity, which stays the same when it is renamed or moved, its
/// current name, and the path of the last file that contained it.
package typealias HistoryScenario = (identity: String, name: String, path: String)

/// The result of a scenario in one run, without details, but with its failures.
package typealias HistoryEntry = (run: RunHeading, scenario: ScenarioReport)
