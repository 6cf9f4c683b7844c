import Foundation

/// Moments as texts in which every report writes them: ISO 8601, in UTC.
package enum MomentOfRun {
  /// To the second, without a time zone: `2026-11-21T08:02:10`.
  package static func seconds(_ date: Date) -> String {
    String(milliseconds(date).prefix { $0 != "." })
  }

  /// To the millisecond: `2026-11-21T08:02:10.250Z`.
  package static func milliseconds(_ date: Date) -> String {
    // The formatter cuts digits off, which makes .249 of .250 at times.
    let (seconds, rest) = split(date, perSecond: 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let fraction = String(rest)
    return "\(whole.dropLast()).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)Z"
  }

  /// The moment that a text of either precision names.
  package static func date(_ text: String) -> Date? {
    let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? exact.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
  }

  /// Whole seconds since 1970, and the rest in parts of a second.
  package static func split(_ date: Date, perSecond parts: Int64) -> (seconds: Int64, rest: Int64) {
    let time = date.timeIntervalSince1970
    // To the year 9999; what is outside is no moment of a run.
    guard time > -62_135_596_800, time < 253_402_300_799 else { return (0, 0) }
    let seconds = time.rounded(.down)
    let rest = Int64(((time - seconds) * Double(parts)).rounded())
    return rest == parts ? (Int64(seconds) + 1, 0) : (Int64(seconds), rest)
  }
}
