import Foundation

/// The properties of a run without its scenarios.
public struct RunHeading: Sendable, Hashable, Identifiable {
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

  /// Creates a heading.
  public init(
    id: UUID, began: Date, seconds: Double, origin: RunReport.Origin, isPartial: Bool,
    summary: Summary
  ) {
    (self.id, self.began, self.seconds) = (id, began, seconds)
    (self.origin, self.isPartial, self.summary) = (origin, isPartial, summary)
  }

  /// Creates the heading of a run.
  public init(_ run: RunReport) {
    self.init(
      id: run.id, began: run.began, seconds: run.seconds, origin: run.origin,
      isPartial: run.isPartial ?? false, summary: Summary(run))
  }
}
