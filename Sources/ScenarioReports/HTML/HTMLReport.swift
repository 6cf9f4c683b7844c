import Foundation
import ScenarioResults

/// A run as one HTML page that needs nothing else: no network, no other file.
///
///     let page = try HTMLReport(run: run).html
///
/// It has what broke first, each scenario as its author wrote it, what the screen showed after each
/// step, who called whom, the requests, and the runs before. Scenarios have addresses of their own,
/// such as `report.html#loading-succeeds-1f0c22a9`. They stay the same as long as the scenario's
/// file and titles do; in a run that was compared with earlier ones they find it under another
/// title and in another file, too.
public struct HTMLReport: Sendable {
  /// The run.
  public var run: RunReport

  /// What the run is compared with, in words such as `main at 1f0c22a`; `nil` for nothing.
  public var comparedWith: String?

  /// What has changed, by the keys of the scenarios; see ``ScenarioReport/key``.
  public var changes: [String: Change]

  /// The full names of the scenarios that are not there any more.
  public var removed: [String]

  /// The runs before, the oldest first; the page draws the last 49 of them, and this one.
  public var trend: [TrendPoint]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - comparedWith: What it is compared with, in words; nothing unless given.
  ///   - changes: What has changed, by the keys of the scenarios; nothing unless given.
  ///   - removed: The full names of the scenarios that are not there any more; none unless given.
  ///   - trend: The runs before, the oldest first; none unless given.
  public init(
    run: RunReport, comparedWith: String? = nil, changes: [String: Change] = [:],
    removed: [String] = [], trend: [TrendPoint] = []
  ) {
    self.run = run
    self.comparedWith = comparedWith
    self.changes = changes
    self.removed = removed
    self.trend = trend
  }

  /// What has changed about a scenario.
  public struct Change: Codable, Sendable, Hashable {
    /// The kind in a word or two, such as `broken`, `still broken`, `fixed` or `new`: what readers
    /// choose by.
    public var kind: String

    /// More about it, such as `since 3 runs, first at 1f0c22a`; `nil` for nothing.
    public var words: String?

    /// Creates a change.
    public init(kind: String, words: String? = nil) {
      self.kind = kind
      self.words = words
    }
  }

  /// How many scenarios ended in which way in a run.
  public struct TrendPoint: Codable, Sendable, Hashable {
    /// When the run began.
    public var began: Date

    /// The commit, in full; `nil` outside of a repository.
    public var commit: String?

    /// How many passed.
    public var passed: Int

    /// How many failed, or are in files that can't be run.
    public var failed: Int

    /// How many did not come to a verdict of their own: blocked, skipped and known issues.
    public var other: Int

    /// Creates a point.
    public init(began: Date, commit: String? = nil, passed: Int, failed: Int, other: Int) {
      self.began = began
      self.commit = commit
      self.passed = passed
      self.failed = failed
      self.other = other
    }

    /// Counts a run.
    public init(_ run: RunReport) {
      let verdicts = run.scenarios.map(\.verdict)
      let passed = verdicts.count { $0 == .passed }
      let failed = verdicts.count { $0 == .failed }
      self.init(
        began: run.began, commit: run.origin.commit, passed: passed,
        failed: failed + run.brokenFiles.count, other: verdicts.count - passed - failed)
    }
  }

  /// The page.
  ///
  /// - Throws: What the encoder throws, which it does for none of these values.
  public var html: String {
    get throws {
      let identities = Self.identities(of: run.scenarios)
      var page = Self.opening(title: title)
      page += Self.summary(of: run, identities: identities)
      page += Self.element("run", try Self.json(index(identities)))
      for (identity, scenario) in zip(identities, run.scenarios) {
        page += Self.element("details-\(identity)", try Self.json(Details(scenario)))
      }
      return page + Self.ending
    }
  }

  private var title: String {
    let failed = run.scenarios.count { $0.verdict == .failed }
    let broken = run.brokenFiles.count
    var parts: [String] = []
    if failed > 0 { parts.append("\(failed) failed") }
    if broken > 0 { parts.append("\(Summary.count(broken, "file")) with mistakes") }
    if parts.isEmpty { parts.append("all well") }
    return "Scenarios: \(parts.joined(separator: ", "))"
  }
}
