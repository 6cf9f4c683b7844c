import DisplayText
import Foundation

/// Dates in ISO 8601, such as `2021-09-27T12:07:24Z`, in the years 1 to 9999.
package enum ISO8601 {
  private static let secondsToReferenceDate = 978_307_200
  // From 1 March of the year 0: where years begin with March, their leap day is the last one.
  private static let daysToUnixEpoch = 719_468

  /// Returns a date as text in UTC, with `Z`; `nil` for a date outside the years 1 to 9999.
  ///
  /// Fractions of a second are included if they aren't zero, rounded to microseconds.
  package static func text(of date: Date) -> String? {
    let micros = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
    guard abs(micros) < 1e18 else { return nil }
    let (wholeSeconds, fraction) = floorDivide(Int(micros), by: 1_000_000)
    let (days, second) = floorDivide(wholeSeconds + secondsToReferenceDate, by: 86_400)
    guard let (year, month, day) = civil(days) else { return nil }
    var result = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
    result += "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
    if fraction > 0 {
      let digits = pad(fraction, 6)
      result += "." + digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
    }
    return result + "Z"
  }

  /// Returns the date in a text; `nil` if the text is not a valid date.
  ///
  /// A time without an offset is in `zone`. A date alone means midnight in `zone`. Seconds are
  /// optional.
  package static func date(_ text: String, zone: TimeZone) -> Date? {
    var scanner = Scanner(text)
    guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
      scanner.skip("-"), let day = scanner.digits(2), case let days = dayNumber(year, month, day),
      let known = civil(days), known == (year, month, day)
    else { return nil }
    var (seconds, fraction, offset): (Int, Double, Int?) = (days * 86_400, 0, nil)
    if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
      guard let hour = scanner.digits(2), hour < 24, scanner.skip(":"),
        let minute = scanner.digits(2), minute < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60
      if scanner.skip(":") {
        guard let second = scanner.digits(2), second < 60 else { return nil }
        seconds += second
        if scanner.skip(".") || scanner.skip(",") {
          guard let part = scanner.fraction() else { return nil }
          fraction = part
        }
      }
      if !scanner.isAtEnd {
        // Many people write a space before the offset.
        while scanner.skip(" ") || scanner.skip("\t") {}
        guard let written = scanner.offset() else { return nil }
        offset = written
      }
    }
    guard scanner.isAtEnd else { return nil }
    if let offset {
      seconds -= offset
    } else {
      // The zone's offset depends on the moment and the moment on the offset; two passes settle it.
      let local = seconds
      for _ in 0..<2 { seconds = local - zone.secondsFromGMT(for: date(seconds, fraction: 0)) }
    }
    return date(seconds, fraction: fraction)
  }

  /// Returns whether a text is a time without an offset that the clocks of a zone skip.
  static func isSkipped(_ text: String, in zone: TimeZone) -> Bool {
    guard let found = date(text, zone: zone), let local = date(text, zone: .gmt),
      // A time with an offset is the same in every zone.
      let other = TimeZone(secondsFromGMT: 3600), local != date(text, zone: other)
    else { return false }
    return abs(local.timeIntervalSince(found) - Double(zone.secondsFromGMT(for: found))) > 1
  }

  private static func date(_ seconds: Int, fraction: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(seconds - secondsToReferenceDate) + fraction)
  }

  /// Returns the number of days from 1970-01-01 to a date.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (153 * months + 2) / 5 + day - 1 - daysToUnixEpoch
  }

  /// Returns the date that is a number of days after 1970-01-01; `nil` outside the years 1 to 9999.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int)? {
    let day = days + daysToUnixEpoch
    guard day >= 306 else { return nil }
    let inEra = day % 146_097
    let years = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * years + years / 4 - years / 100)
    let months = (5 * inYear + 2) / 153
    let month = months < 10 ? months + 3 : months - 9
    let year = day / 146_097 * 400 + years + (month > 2 ? 0 : 1)
    return year > 9999 ? nil : (year, month, inYear - (153 * months + 2) / 5 + 1)
  }

  private static func floorDivide(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  private static func pad(_ part: Int, _ width: Int) -> String { String(part).withZeros(to: width) }

  /// Scans a date from left to right.
  private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest = rest.dropFirst()
      return true
    }

    mutating func digits(_ count: Int) -> Int? {
      var number = 0
      for _ in 0..<count {
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        number = number * 10 + Int(first - 0x30)
        rest = rest.dropFirst()
      }
      return number
    }

    mutating func fraction() -> Double? {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Returns an offset in seconds east of UTC, from `Z`, `+03:00`, `+0300` or `+03`.
    mutating func offset() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let sign: Int
      if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
      guard let hours = digits(2), hours < 24 else { return nil }
      guard !isAtEnd else { return sign * hours * 3600 }
      _ = skip(":")
      guard let minutes = digits(2), minutes < 60 else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
