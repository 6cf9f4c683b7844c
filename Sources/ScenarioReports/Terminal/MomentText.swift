import Foundation

/// Formats dates, times and commits for people.
package struct MomentText {
  /// The time zone of the reader.
  var timeZone: TimeZone = .current

  /// Returns a date and a time: `2026-11-20 14:03`.
  func text(of date: Date) -> String { String(exactText(of: date).dropLast(3)) }

  /// Returns a date and a time with seconds, which tell runs in a list apart:
  /// `2026-11-20 14:03:27`.
  func exactText(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
      .year().month().day().time(includingFractionalSeconds: false)
    return String(date.formatted(style).prefix(19))
  }

  /// Returns a moment with its commit: `2026-11-20 14:03 (1f3c2aa)`.
  func text(of moment: ScenarioReport.Moment) -> String {
    text(of: moment.date) + (moment.commit.map { " (\(Self.short($0)))" } ?? "")
  }

  /// Returns a run's time, branch and commit: `2026-11-20 14:03 (main, 1f3c2aa)`.
  package func text(of run: RunHeading) -> String {
    let parts = [run.origin.branch, run.origin.commit.map(Self.short)].compactMap(\.self)
    return text(of: run.began) + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// Returns the first seven characters of a commit hash.
  static func short(_ commit: String) -> String { String(commit.prefix(7)) }
}
