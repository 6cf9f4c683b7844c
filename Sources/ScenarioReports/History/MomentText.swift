import Foundation
import ScenarioResults

/// Days, times and commits as a person reads them.
struct MomentText {
  /// Where the reader is.
  var timeZone = TimeZone.current

  /// A day and a time: `2026-11-20 14:03`.
  func text(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
      .year().month().day().time(includingFractionalSeconds: false)
    // Seconds tell no two runs apart that a person remembers.
    return String(date.formatted(style).prefix(16))
  }

  /// A moment with its commit: `2026-11-20 14:03 (1f3c2aa)`.
  func text(of moment: ScenarioReport.Moment) -> String {
    text(of: moment.date) + (moment.commit.map { " (\(Self.short($0)))" } ?? "")
  }

  /// A run by its time, branch and commit: `2026-11-20 14:03 (main, 1f3c2aa)`.
  func text(of run: RunHeading) -> String {
    let parts = [run.origin.branch, run.origin.commit.map(Self.short)].compactMap(\.self)
    return text(of: run.began) + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// A commit, no longer than people write it.
  static func short(_ commit: String) -> String { String(commit.prefix(7)) }
}
