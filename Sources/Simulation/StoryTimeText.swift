/// The text format of story time, which is the same everywhere.
public enum StoryTimeText {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("min", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000), ("ns", 1),
  ]

  /// Returns a span such as `100 ms`, `1.5 s` or `1 min 30 s`, exact to the nanosecond.
  public static func span(_ duration: Duration) -> String {
    var rest = duration.nanoseconds
    if rest == 0 { return "0 s" }
    if rest < 0 { return "-" + span(.nanoseconds(rest == .min ? .max : -rest)) }
    var parts: [String] = []
    for (name, length) in units {
      if name == "s", rest >= length, rest % 1_000_000_000 != 0 {
        parts.append("\(decimal(rest)) s")
        break
      }
      if rest >= length {
        parts.append("\(rest / length) \(name)")
        rest %= length
      }
    }
    return parts.joined(separator: " ")
  }

  /// Returns a moment counted from the start, such as `+100 ms`.
  public static func offset(_ duration: Duration) -> String {
    "+" + span(duration)
  }

  /// Returns seconds with as many decimals as needed.
  private static func decimal(_ nanoseconds: Int64) -> String {
    let digits = String(nanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
    let kept = digits.reversed().drop { $0 == "0" }.reversed()
    return "\(nanoseconds / 1_000_000_000).\(String(kept))"
  }
}

extension Duration {
  /// The whole nanoseconds of the duration; `Int64.max` or `.min` beyond 292 years, which do not
  /// fit.
  package var nanoseconds: Int64 {
    // Most durations are zero, and splitting one into its components is slow.
    if self == .zero { return 0 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowed ? (seconds < 0 ? .min : .max) : sum
  }
}
