/// Formats durations in real time for people.
package enum RealTimeText {
  /// Returns a rounded duration: `7 ms`, `840 ms`, `1.25 s`.
  package static func rounded(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds < 0.9995
      ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 100).rounded() / 100) s"
  }

  /// Returns a number of seconds with three decimals; 0 if it is not a finite duration.
  package static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int64(exactly: (seconds * 1000).rounded()).map { max(0, $0) } ?? 0
    return "\(milliseconds / 1000).\(String(milliseconds % 1000).withZeros(to: 3))"
  }
}
