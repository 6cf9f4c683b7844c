import Foundation

/// Times as stories write them behind `clock:`: ISO 8601, such as `2021-09-27T12:07:24Z`.
enum ClockText {
  /// What is wrong with a text that should be a time.
  struct Problem: Error, Sendable, Hashable {
    var message: String
    var remedies = ["Write a date and a time, such as 2021-09-27T12:07:24Z."]
  }

  private struct Source: Hashable {
    var text: String
    var zone: TimeZone
  }

  /// The times that were read: all stories of an app tend to begin at the same.
  private static let known = Memory<Source, Result<Date, Problem>>()

  /// The time that a text says; one without a zone of its own is in the zone that is given.
  ///
  /// A date alone is its midnight.
  static func parse(_ text: String, in zone: TimeZone) throws(Problem) -> Date {
    let date = known.value(of: Source(text: text, zone: zone)) {
      Result { () throws(Problem) in try read(text, in: zone) }
    }
    return try date.get()
  }

  private static func read(_ text: String, in zone: TimeZone) throws(Problem) -> Date {
    let pattern =
      /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?\s*([Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?)?/
    guard let match = text.wholeMatch(of: pattern) else {
      throw Problem(message: "\"\(text)\" is not a date and time")
    }
    let (_, year, month, day, hour, minute, second, fraction, offset) = match.output
    guard let days = days(number(year), number(month), number(day)) else {
      throw Problem(
        message: "\"\(text.prefix(10))\" is not a day of the calendar",
        remedies: ["Write year, month and day, such as 2021-09-27 for 27 September 2021."])
    }
    let time = (number(hour), number(minute), number(second))
    guard time.0 < 24, time.1 < 60, time.2 < 60 else {
      throw Problem(
        message: "\"\(text.dropFirst(11))\" is not a time of the day",
        remedies: ["The times of a day go from 00:00:00 to 23:59:59."])
    }
    let seconds = days * 86_400 + time.0 * 3_600 + time.1 * 60 + time.2
    let shift = offset.map(seconds(ofOffset:)) ?? self.offset(of: zone, atLocal: seconds)
    guard abs(shift) < 86_400 else {
      throw Problem(
        message: "\"\(offset ?? "")\" is not a time zone's distance from UTC", remedies: [])
    }
    let part = fraction.flatMap { Double("0.\($0)") } ?? 0
    return Date(timeIntervalSince1970: Double(seconds - shift) + part)
  }

  private static func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }

  /// The days from 1970 to a date; `nil` for one that the calendar doesn't have.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year > 0, lengths.indices.contains(month - 1), (1...lengths[month - 1]).contains(day)
    else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    return before * 365 + leapDays - 719_162 + lengths[..<(month - 1)].reduce(0, +) + day - 1
  }

  private static func seconds(ofOffset offset: Substring) -> Int {
    let digits = offset.filter(\.isASCIIDigit)
    let seconds = number(digits.prefix(2)) * 3_600 + number(digits.dropFirst(2)) * 60
    return offset.first == "-" ? -seconds : seconds
  }

  /// How far a zone is from UTC when its clocks show a time, given in seconds as if it were UTC.
  private static func offset(of zone: TimeZone, atLocal seconds: Int) -> Int {
    let local = Date(timeIntervalSince1970: Double(seconds))
    let guess = local.addingTimeInterval(-Double(zone.secondsFromGMT(for: local)))
    return zone.secondsFromGMT(for: guess)
  }
}
