import Foundation
import ScenarioEngine

/// Keeps what became of runs, so that later ones can be compared with them.
///
/// The implementation is `SQLiteHistory` of ScenarioHistory. What goes wrong in a history is told
/// and changes no verdict; ``remember(_:in:against:)`` never throws.
public protocol RunHistory: Sendable {
  /// Opens the history in a folder, and creates it where there is none.
  ///
  /// - Parameter folder: The folder, such as `.scenarios`; it is created with what is needed to keep
  ///   git from looking into it.
  init(in folder: URL) throws(HistoryProblem)

  /// Whether there is a history in a folder.
  static func exists(in folder: URL) -> Bool

  /// What is told once after opening: that the file was damaged, and what was done about it.
  var notice: HistoryProblem? { get }

  /// Keeps a run: all of it, or nothing where that fails. Runs that are due are pruned.
  ///
  /// - Parameter run: The run of a ``RunComparison``, whose scenarios have their identities.
  func record(_ run: RunReport) throws(HistoryProblem)

  /// What a run is compared with; `nil` where nothing was kept.
  ///
  /// - Parameters:
  ///   - baseline: Which run.
  ///   - branch: The branch that is checked out.
  ///   - id: A run that is passed over, because it is the one to be compared.
  func run(
    _ baseline: Baseline, branch: String?, besides id: UUID?
  ) throws(HistoryProblem) -> RunReport?

  /// With which verdicts scenarios ended in the runs on a commit without changes, by their
  /// identities.
  func verdicts(onCommit commit: String) throws(HistoryProblem)
    -> [String: Set<Verdict>]

  /// The last runs, the newest first.
  ///
  /// - Parameters:
  ///   - limit: How many.
  ///   - onlyWhole: Without the runs of only some stories, as a trend needs it.
  ///   - branch: The branch; all of them for `nil`.
  func runs(limit: Int, onlyWhole: Bool, branch: String?) throws(HistoryProblem) -> [RunHeading]

  /// The scenarios of which the name, as they are called or were called, has a text in it, or
  /// of which the identity is the text; one if a name is the text.
  func scenarios(named text: String) throws(HistoryProblem) -> [KeptScenario]

  /// What became of a scenario in the runs that it was in, the newest first.
  func results(of identity: String, limit: Int) throws(HistoryProblem) -> [KeptResult]

  /// Removes runs that need not be kept, and what only they had.
  ///
  /// - Returns: How many were removed.
  func prune(_ retention: Retention) throws(HistoryProblem) -> Int
}

extension RunHistory {
  /// What a run is compared with; `nil` where nothing was kept.
  public func run(
    _ baseline: Baseline, branch: String?
  ) throws(HistoryProblem) -> RunReport? {
    try run(baseline, branch: branch, besides: nil)
  }
}

/// Which runs are kept.
public struct Retention: Sendable, Hashable {
  /// How many of each branch are kept, however old.
  public var runsPerBranch: Int

  /// For how many days all are kept.
  public var days: Int

  /// Creates it: the last 50 runs of each branch, and all of the last 30 days, unless given.
  public init(runsPerBranch: Int = 50, days: Int = 30) {
    self.runsPerBranch = runsPerBranch
    self.days = days
  }
}

/// With what a run is compared.
public enum Baseline: Sendable, Hashable {
  /// The last run on the branch that is checked out, or where there is none, the last one.
  case last
  /// The last run on a branch, or where no run has that branch, the last one on a commit that begins
  /// so.
  case named(String)
}

/// What went wrong in a history, as a person reads it.
public struct HistoryProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong and what it means, in a sentence or two.
  public var description: String

  /// Creates it.
  public init(_ description: String) { self.description = description }
}

/// A scenario of a history.
public struct KeptScenario: Sendable, Hashable {
  /// Which one it is.
  public var identity: String

  /// What it is called now.
  public var name: String

  /// The file it was in last.
  public var path: String

  /// Creates it.
  public init(identity: String, name: String, path: String) {
    self.identity = identity
    self.name = name
    self.path = path
  }
}

/// What became of a scenario in a run.
public struct KeptResult: Sendable, Hashable {
  /// The run.
  public var run: RunHeading

  /// The scenario, with its steps, failures, events and trace where it failed.
  public var scenario: ScenarioReport

  /// Creates it.
  public init(run: RunHeading, scenario: ScenarioReport) {
    self.run = run
    self.scenario = scenario
  }
}
