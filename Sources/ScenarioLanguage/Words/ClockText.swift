import Foundation

/// Times as stories write them behind `clock:`: ISO 8601, such as `2021-09-27T12:07:24Z`.
enum ClockText {
  /// What is wrong with a text that should be a time.
  struct Problem: Error, Sendable, Hashable {
    var message: String
    var remedies = ["Write a date and a time, such as 2021-09-27T12:07:24Z."]
  }

  /// The time that a text says; one without a zone of its own is in the zone that is given.
  ///
  /// A date alone is its midnight.
  static func parse(_ text: String, in zone: TimeZone) throws(Problem) -> Date {
    guard let date = ISO8601.date(text, zone: zone) else { throw problem(of: text) }
    return date
  }

  /// What keeps a text from being a time.
  private static func problem(of text: String) -> Problem {
    let pattern =
      /([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?)[ \t]*([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?/
    guard let (_, day, time, offset) = text.wholeMatch(of: pattern)?.output else {
      return Problem(message: "\"\(text)\" is not a date and time")
    }
    if ISO8601.date(String(day), zone: .gmt) == nil {
      return Problem(
        message: "\"\(day)\" is not a day of the calendar",
        remedies: ["Write year, month and day, such as 2021-09-27 for 27 September 2021."])
    }
    if let time, ISO8601.date("\(day)T\(time)", zone: .gmt) == nil {
      return Problem(
        message: "\"\(text.dropFirst(11))\" is not a time of the day",
        remedies: ["The times of a day go from 00:00:00 to 23:59:59."])
    }
    return Problem(
      message: "\"\(offset ?? "")\" is not a time zone's distance from UTC", remedies: [])
  }
}
