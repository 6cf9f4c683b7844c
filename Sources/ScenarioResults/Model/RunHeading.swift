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
    let counts = run.scenarios.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
    self.init(
      id: run.id, began: run.began, seconds: run.seconds, origin: run.origin,
      isPartial: run.isPartial ?? false,
      summary: Summary(counts: counts, brokenFiles: run.brokenFiles.count))
  }
}
