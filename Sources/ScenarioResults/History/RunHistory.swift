import Foundation

/// A store of run results with which later runs are compared.
///
/// The implementation is `SQLiteHistory` of ScenarioHistory. Problems with a history are reported
/// and change no verdict; ``ComparedRun/compareAndRecord(_:in:against:)`` never throws.
public protocol RunHistory: Sendable {
  /// Opens the history in a folder, and creates it if there is none.
  ///
  /// - Parameter folder: The folder, such as `.scenarios`. It is created if necessary, with a file
  ///   that makes git ignore it.
  init(in folder: URL) throws(HistoryError)

  /// Returns whether there is a history in a folder.
  static func exists(in folder: URL) -> Bool

  /// The notice to show after opening a damaged file, with the action that was taken.
  var notice: HistoryError? { get }

  /// Records a run and prunes expired runs.
  ///
  /// A run is recorded completely, or not at all if an error occurs.
  ///
  /// - Parameter run: The run of a ``RunComparison``, whose scenarios have their identities.
  func record(_ run: RunReport) throws(HistoryError)

  /// Returns the run to compare with; `nil` if none was recorded.
  ///
  /// - Parameters:
  ///   - baseline: The kind of run to return.
  ///   - branch: The branch that is checked out.
  ///   - id: A run to ignore, because it is the one to be compared.
  func run(
    _ baseline: Baseline, branch: String?, besides id: UUID?
  ) throws(HistoryError) -> RunReport?

  /// Returns the verdicts in runs on a commit without local changes, by scenario identity.
  func verdicts(onCommit commit: String) throws(HistoryError)
    -> [String: Set<Verdict>]

  /// Returns the last runs, the newest first.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of runs.
  ///   - onlyWhole: Whether to omit runs of only some stories, as a trend requires.
  ///   - branch: The branch; `nil` for all branches.
  func runs(limit: Int, onlyWhole: Bool, branch: String?) throws(HistoryError) -> [RunHeading]

  /// Returns the scenarios whose current or earlier name contains a text, or whose identity is the
  /// text.
  ///
  /// If a name or an identity equals the text, only such scenarios are returned.
  func scenarios(named text: String) throws(HistoryError) -> [HistoryScenario]

  /// Returns the results of a scenario in the runs that include it, the newest first.
  func results(of identity: String, limit: Int) throws(HistoryError) -> [HistoryEntry]

  /// Removes runs that need not be kept, and the data that only they used.
  ///
  /// - Returns: The number of removed runs.
  func prune(_ retention: Retention) throws(HistoryError) -> Int
}

extension RunHistory {
  /// Returns the run to compare with; `nil` if none was recorded.
  public func run(
    _ baseline: Baseline, branch: String?
  ) throws(HistoryError) -> RunReport? {
    try run(baseline, branch: branch, besides: nil)
  }
}

/// A rule for which runs are kept.
public struct Retention: Sendable, Hashable {
  /// The number of runs of each branch that are kept regardless of their age.
  public var runsPerBranch: Int

  /// The number of days for which all runs are kept.
  public var days: Int

  /// Creates a rule.
  ///
  /// By default, the last 50 runs of each branch and all runs of the last 30 days are kept.
  public init(runsPerBranch: Int = 50, days: Int = 30) {
    self.runsPerBranch = runsPerBranch
    self.days = days
  }
}

/// The run that another one is compared with.
public enum Baseline: Sendable, Hashable {
  /// The last run on the branch that is checked out, or, if there is none, the last run.
  case last
  /// The last run on a branch, or, if no run has that branch, on a commit with this prefix.
  case named(String)
}

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
    self.identity = identity
    self.name = name
    self.path = path
  }
}

/// The result of a scenario in one run.
public struct HistoryEntry: Sendable, Hashable {
  /// The run.
  public var run: RunHeading

  /// The scenario, including steps, failures, events and trace if it failed.
  public var scenario: ScenarioReport

  /// Creates an entry.
  public init(run: RunHeading, scenario: ScenarioReport) {
    self.run = run
    self.scenario = scenario
  }
}
