import Foundation

/// What is told of a run without its scenarios.
public struct RunHeading: Sendable, Hashable, Identifiable {
  /// Tells it from all other runs.
  public var id: UUID

  /// When it began.
  public var began: Date

  /// How much real time it took, in seconds.
  public var seconds: Double

  /// Where it comes from.
  public var origin: RunReport.Origin

  /// Whether only some of the stories were chosen.
  public var isPartial: Bool

  /// How many scenarios ended in which way.
  public var summary: Summary

  /// Creates a heading.
  public init(
    id: UUID, began: Date, seconds: Double, origin: RunReport.Origin, isPartial: Bool,
    summary: Summary
  ) {
    self.id = id
    self.began = began
    self.seconds = seconds
    self.origin = origin
    self.isPartial = isPartial
    self.summary = summary
  }

  /// The heading of a run.
  public init(_ run: RunReport) {
    var counts: [ScenarioReport.Verdict: Int] = [:]
    for scenario in run.scenarios { counts[scenario.verdict, default: 0] += 1 }
    self.init(
      id: run.id, began: run.began, seconds: run.seconds, origin: run.origin,
      isPartial: run.isPartial ?? false,
      summary: Summary(
        passed: counts[.passed, default: 0], failed: counts[.failed, default: 0],
        blocked: counts[.blocked, default: 0], skipped: counts[.skipped, default: 0],
        knownIssues: counts[.knownIssue, default: 0], brokenFiles: run.brokenFiles.count))
  }
}
