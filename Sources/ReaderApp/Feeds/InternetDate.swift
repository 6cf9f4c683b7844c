import Foundation

/// A date in the format of mail and RSS: `Mon, 21 Sep 2015 10:30:00 +0300`.
///
/// The format is RFC 822 with the four-digit years of RFC 2822. The day of the week and the seconds
/// are optional.
enum InternetDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The time zones with names, in hours from Greenwich.
  private static let zones = [
    "gmt": 0, "ut": 0, "utc": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7,
  ]

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns the date in a text; `nil` for any other text, such as a day that does not exist.
  static func date(from text: String) -> Date? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    // The day of the week is redundant, and often wrong.
    if words.first?.last == "," { words.removeFirst() }
    guard words.count == 5, let day = number(words[0], digits: 1...2),
      let month = months.firstIndex(of: String(words[1].prefix(3))),
      let year = year(words[2]), let time = time(words[3]), let offset = offset(words[4])
    else { return nil }
    let components = DateComponents(year: year, month: month + 1, day: day)
    // The calendar converts 31 February to 3 March, so the result is compared with the input.
    guard let midnight = calendar.date(from: components),
      calendar.dateComponents([.year, .month, .day], from: midnight) == components
    else { return nil }
    return midnight.addingTimeInterval(time - offset)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isDecimal && digits.contains(text.utf8.count) ? Int(text) : nil
  }

  /// Returns a year; a year of two digits is in the range 1950 to 2049.
  private static func year(_ text: Substring) -> Int? {
    if let year = number(text, digits: 4...4) { return year }
    return number(text, digits: 2...2).map { $0 + ($0 < 50 ? 2_000 : 1_900) }
  }

  /// Returns the seconds since midnight.
  private static func time(_ text: Substring) -> TimeInterval? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2), hour < 24,
      let minute = number(parts[1], digits: 2...2), minute < 60,
      // Second 60 is a leap second, which equals the first second of the next minute.
      let second = parts.count == 2 ? 0 : number(parts[2], digits: 2...2), second <= 60
    else { return nil }
    return TimeInterval(hour * 3_600 + minute * 60 + second)
  }

  /// Returns the time zone's offset from Greenwich, in seconds.
  private static func offset(_ text: Substring) -> TimeInterval? {
    if let hours = zones[String(text)] { return TimeInterval(hours * 3_600) }
    guard let sign = text.first, sign == "+" || sign == "-",
      let digits = number(text.dropFirst(), digits: 4...4), digits % 100 < 60, digits < 2_400
    else { return nil }
    let seconds = TimeInterval(digits / 100 * 3_600 + digits % 100 * 60)
    return sign == "-" ? -seconds : seconds
  }
}
