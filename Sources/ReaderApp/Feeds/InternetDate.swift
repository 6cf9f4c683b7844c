import Foundation

/// A point in time as mail and RSS write it: `Mon, 21 Sep 2015 10:30:00 +0300`.
///
/// RFC 822 with the four-digit years of RFC 2822; the day of the week and the seconds are optional.
enum InternetDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The zones that have a name, in hours from Greenwich.
  private static let zones = [
    "gmt": 0, "ut": 0, "utc": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7,
  ]

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Reads a date; `nil` for anything that isn't one, such as a day that no calendar has.
  static func date(from text: String) -> Date? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    // The day of the week says nothing that the date does not, and is often wrong.
    if words.first?.last == "," { words.removeFirst() }
    guard words.count == 5, let day = number(words[0], digits: 1...2),
      let month = months.firstIndex(of: String(words[1].prefix(3))),
      let year = year(words[2]), let time = time(words[3]), let offset = offset(words[4])
    else { return nil }
    let components = DateComponents(year: year, month: month + 1, day: day)
    // The calendar takes 31 February for 3 March, so the parts are compared with what came out.
    guard let midnight = calendar.date(from: components),
      calendar.dateComponents([.year, .month, .day], from: midnight) == components
    else { return nil }
    return midnight.addingTimeInterval(time - offset)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    let isDecimal = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isDecimal && digits.contains(text.utf8.count) ? Int(text) : nil
  }

  /// A year of two digits is one from 1950 to 2049.
  private static func year(_ text: Substring) -> Int? {
    if let year = number(text, digits: 4...4) { return year }
    return number(text, digits: 2...2).map { $0 + ($0 < 50 ? 2_000 : 1_900) }
  }

  /// The seconds since midnight.
  private static func time(_ text: Substring) -> TimeInterval? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2), hour < 24,
      let minute = number(parts[1], digits: 2...2), minute < 60,
      // The sixtieth second is a leap second, the same moment as the next minute's first.
      let second = parts.count == 2 ? 0 : number(parts[2], digits: 2...2), second <= 60
    else { return nil }
    return TimeInterval(hour * 3_600 + minute * 60 + second)
  }

  /// The seconds by which the zone is ahead of Greenwich.
  private static func offset(_ text: Substring) -> TimeInterval? {
    if let hours = zones[String(text)] { return TimeInterval(hours * 3_600) }
    guard let sign = text.first, sign == "+" || sign == "-",
      let digits = number(text.dropFirst(), digits: 4...4), digits % 100 < 60, digits < 2_400
    else { return nil }
    let seconds = TimeInterval(digits / 100 * 3_600 + digits % 100 * 60)
    return sign == "-" ? -seconds : seconds
  }
}
