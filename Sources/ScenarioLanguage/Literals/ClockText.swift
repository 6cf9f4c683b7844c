import Foundation

/// Parses the times in `clock:`, which use ISO 8601, such as `2021-09-27T12:07:24Z`.
enum ClockText {
  /// Returns the time in a text, in the given zone unless the text specifies its own.
  ///
  /// A date alone means midnight.
  static func parse(_ text: String, in zone: TimeZone) throws(Problem) -> Date {
    guard let date = ISO8601.date(text, zone: zone) else { throw problem(of: text) }
    return date
  }

  /// Returns the reason why a text is not a valid time.
  private static func problem(of text: String) -> Problem {
    let pattern =
      /([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)[ \t]*([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?/
    guard let (_, day, time, offset) = text.wholeMatch(of: pattern)?.output else {
      return Problem(
        message: "\"\(text)\" is not a date and time",
        hints: ["Write a date and a time, such as 2021-09-27T12:07:24Z."])
    }
    if ISO8601.date(String(day), zone: .gmt) == nil {
      return Problem(
        message: "\"\(day)\" is not a valid date",
        hints: ["Write year, month and day, such as 2021-09-27 for 27 September 2021."])
    }
    if let time, ISO8601.date("\(day)T\(time)", zone: .gmt) == nil {
      return Problem(
        message: "\"\(text.dropFirst(11))\" is not a time of the day",
        hints: ["The times of a day range from 00:00:00 to 23:59:59."])
    }
    return Problem(message: "\"\(offset ?? "")\" is not an offset from UTC")
  }
}
