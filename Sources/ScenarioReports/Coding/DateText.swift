import DisplayText
import Foundation

/// Formats dates in the form that all reports use: ISO 8601, in UTC.
package enum DateText {
  /// Returns a date to the millisecond: `2026-11-21T08:02:10.250Z`.
  package static func milliseconds(_ date: Date) -> String {
    // The formatter truncates, which can turn .250 into .249.
    let (seconds, rest) = split(date, perSecond: 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    return "\(whole.dropLast()).\(String(rest).withZeros(to: 3))Z"
  }

  /// Splits a date into whole seconds since 1970 and the rest in units of 1/`parts` second.
  package static func split(_ date: Date, perSecond parts: Int64) -> (seconds: Int64, rest: Int64) {
    let time = date.timeIntervalSince1970
    // Only dates of the years 1 to 9999 can be dates of runs.
    guard time > -62_135_596_800, time < 253_402_300_799 else { return (0, 0) }
    let seconds = time.rounded(.down)
    let rest = Int64(((time - seconds) * Double(parts)).rounded())
    return rest == parts ? (Int64(seconds) + 1, 0) : (Int64(seconds), rest)
  }
}
