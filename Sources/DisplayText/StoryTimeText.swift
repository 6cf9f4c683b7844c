/// Formats durations and moments of story time for people.
package enum StoryTimeText {
  /// Returns a duration such as `100 ms`, `1.5 s`, `1 min 30 s` or `2 d 12 h`.
  ///
  /// A duration with parts of a microsecond, such as one measured in real time, is rounded to three
  /// digits or whole seconds.
  package static func span(_ duration: Duration) -> String {
    let nanoseconds = duration.wholeNanoseconds
    guard nanoseconds % 1_000 != 0, nanoseconds.magnitude < 1 << 60 else { return exact(duration) }
    var unit: Int64 = 1
    while unit < 1_000_000_000, nanoseconds.magnitude >= unit * 1_000 { unit *= 10 }
    return exact(.nanoseconds((nanoseconds / unit + nanoseconds % unit * 2 / unit) * unit))
  }

  /// Returns a duration with all its nanoseconds.
  ///
  /// Fractions of a nanosecond are dropped.
  package static func exact(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let nanoseconds = (attoseconds / 1_000_000_000).magnitude
    let sign = duration < .zero ? "-" : ""
    if seconds == 0, nanoseconds > 0 {
      return sign + decimal(nanoseconds / 1_000_000, nanoseconds % 1_000_000, digits: 6) + " ms"
    }
    var (parts, rest): ([String], UInt64) = ([], seconds.magnitude)
    for (unit, length) in [("d", UInt64(86_400)), ("h", 3_600), ("min", 60)] where rest >= length {
      parts.append("\(rest / length) \(unit)")
      rest %= length
    }
    if rest > 0 || nanoseconds > 0 || parts.isEmpty {
      parts.append(decimal(rest, nanoseconds, digits: 9) + " s")
    }
    return sign + parts.joined(separator: " ")
  }

  /// Returns a moment counted from the start, such as `+100 ms`.
  package static func offset(_ duration: Duration) -> String { "+" + span(duration) }

  /// Returns a number with a fraction, without trailing zeros.
  private static func decimal(_ whole: UInt64, _ fraction: UInt64, digits: Int) -> String {
    guard fraction > 0 else { return String(whole) }
    var padded = String(fraction).withZeros(to: digits)
    while padded.last == "0" { padded.removeLast() }
    return "\(whole).\(padded)"
  }
}

extension Duration {
  /// The whole nanoseconds of the duration; `Int64.max` or `.min` beyond 292 years, which do not
  /// fit.
  @inlinable package var wholeNanoseconds: Int64 {
    // Most durations are zero, and splitting one into its components is slow.
    if self == .zero { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowed ? (seconds < 0 ? .min : .max) : sum
  }
}
