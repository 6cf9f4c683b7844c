/// A problem with a history, described for users.
public struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem and its consequence, in a sentence or two.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}

/// A scenario in a history.
public struct HistoryScenario: Sendable, Hashable {
  /// The identity, which stays the same when the scenario is renamed or moved.
  public var identity: String

  /// The current name.
  public var name: String

  /// The path of the last file that contained it.
  public var path: String

  /// Creates a scenario.
  public init(identity: String, name: String, path: String) {
    (self.identity, self.name, self.path) = (identity, name, path)
  }
}

/// The result of a scenario in one run.
public struct HistoryEntry: Sendable, Hashable {
  /// The run.
  public var run: RunHeading

  /// The scenario without details, but with its failures.
  public var scenario: ScenarioReport

  /// Creates an entry.
  public init(run: RunHeading, scenario: ScenarioReport) {
    (self.run, self.scenario) = (run, scenario)
  }
}
