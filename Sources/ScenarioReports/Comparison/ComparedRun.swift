/// A run after its comparison with an earlier one and its recording, as far as these succeeded.
package struct ComparedRun: Sendable {
  /// The number of runs in a trend.
  package static let trendLength = 50

  /// The comparison with the earlier run; with no earlier run if the history can't be read.
  package var comparison: RunComparison

  /// The last complete runs of the branch before this run, and this run, the oldest first.
  ///
  /// If the history can't be read, it has this run alone.
  package var trend: [RunHeading]

  /// The problems with the history: warnings that do not affect the run.
  package var problems: [HistoryError]

  package init(comparison: RunComparison, trend: [RunHeading], problems: [HistoryError] = []) {
    (self.comparison, self.trend, self.problems) = (comparison, trend, problems)
  }

  /// The run, with the identity of each scenario and the `brokenSince` of each broken one.
  package var run: RunReport { comparison.run }
}

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
