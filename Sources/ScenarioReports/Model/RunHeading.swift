import Foundation

/// The properties of a run without its scenarios.
package struct RunHeading: Codable, Sendable, Hashable, Identifiable {
  /// The unique identifier of the run.
  package var id: UUID

  /// The time at which the run began.
  package var began: Date

  /// The real time that the run took, in seconds.
  package var seconds: Double

  /// The origin of the run.
  package var origin: RunReport.Origin

  /// Whether only some of the stories were selected.
  package var isPartial: Bool

  /// The number of scenarios with each verdict.
  package var summary: Summary

  /// Creates the heading of a run.
  package init(_ run: RunReport) {
    (id, began, seconds, origin) = (run.id, run.began, run.seconds, run.origin)
    isPartial = run.isPartial ?? false
    summary = Summary(run)
  }
}
