import DisplayText
import Foundation

/// Dates in ISO 8601, such as `2021-09-27T12:07:24Z`, in the years 1 to 9999.
package enum ISO8601 {
  private static let secondsToReferenceDate = 978_307_200

  /// Returns a date as text in UTC, with `Z`; `nil` for a date outside the years 1 to 9999.
  ///
  /// Fractions of a second are included if they aren't zero, rounded to microseconds.
  package static func text(of date: Date) -> String? {
    let micros = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
    guard abs(micros) < 1e18 else { return nil }
    let fraction = (Int(micros) % 1_000_000 + 1_000_000) % 1_000_000
    var seconds = time_t((Int(micros) - fraction) / 1_000_000 + secondsToReferenceDate)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil, (1...9999).contains(parts.tm_year + 1900) else {
      return nil
    }
    func pad(_ part: Int32, _ width: Int = 2) -> String { String(part).withZeros(to: width) }
    var result = "\(pad(parts.tm_year + 1900, 4))-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))T"
    result += "\(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec))"
    if fraction > 0 {
      let digits = pad(Int32(fraction), 6)
      result += "." + digits.prefix(through: digits.lastIndex { $0 != "0" } ?? digits.startIndex)
    }
    return result + "Z"
  }

  /// Returns the date in a text; `nil` if the text is not a valid date.
  ///
  /// A time without an offset is in `zone`. A date alone means midnight in `zone`. Seconds are
  /// optional.
  package static func date(_ text: String, zone: TimeZone) -> Date? {
    var scanner = text[...].utf8
    guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
      scanner.skip("-"), let day = scanner.digits(2), year > 0
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon) = (Int32(year - 1900), Int32(month - 1))
    parts.tm_mday = Int32(day)
    var (seconds, fraction, offset): (Int, Double, Int?) = (timegm(&parts), 0, nil)
    // A day that its month does not have has become another one.
    guard (Int(parts.tm_mon) + 1, Int(parts.tm_mday)) == (month, day) else { return nil }
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
      if !scanner.isEmpty {
        // Many people write a space before the offset.
        while scanner.skip(" ") || scanner.skip("\t") {}
        guard let written = scanner.offset() else { return nil }
        offset = written
      }
    }
    guard scanner.isEmpty else { return nil }
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
}

// Scans a date from left to right.
extension Substring.UTF8View {
  fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == character.value else { return false }
    self = dropFirst()
    return true
  }

  fileprivate mutating func digits(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let first, (0x30...0x39).contains(first) else { return nil }
      number = number * 10 + Int(first - 0x30)
      self = dropFirst()
    }
    return number
  }

  fileprivate mutating func fraction() -> Double? {
    let digits = prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    self = dropFirst(digits.count)
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }

  /// Returns an offset in seconds east of UTC, from `Z`, `+03:00`, `+0300` or `+03`.
  fileprivate mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
    guard let hours = digits(2), hours < 24 else { return nil }
    guard !isEmpty else { return sign * hours * 3600 }
    _ = skip(":")
    guard let minutes = digits(2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
