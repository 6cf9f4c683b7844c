import Foundation

/// The properties of a run without its scenarios.
public struct RunHeading: Codable, Sendable, Hashable, Identifiable {
  /// The unique identifier of the run.
  public var id: UUID

  /// The time at which the run began.
  public var began: Date

  /// The real time that the run took, in seconds.
  public var seconds: Double

  /// The origin of the run.
  public var origin: RunReport.Origin

  /// Whether only some of the stories were selected.
  public var isPartial: Bool

  /// The number of scenarios with each verdict.
  public var summary: Summary

  /// Creates the heading of a run.
  public init(_ run: RunReport) {
    (id, began, seconds, origin) = (run.id, run.began, run.seconds, run.origin)
    isPartial = run.isPartial ?? false
    summary = Summary(run)
  }
}
