/// A line on a terminal that shows the progress of a long run, and disappears when something else
/// is written.
///
/// It only creates the text; the caller writes it.
struct ProgressLine {
  private static let erasure = "\r\u{1B}[K"

  /// The total number of runs; `nil` while it is unknown.
  var total: Int?

  private let isTerminal: Bool
  private var done = 0
  private var failed = 0
  private var isShown = false
  private var nextChange: ContinuousClock.Instant

  /// Creates a progress line; without a terminal it stays empty.
  init(total: Int? = nil, isTerminal: Bool, at now: ContinuousClock.Instant = .now) {
    (self.total, self.isTerminal) = (total, isTerminal)
    // A run that ends sooner needs no progress line.
    nextChange = now + .milliseconds(500)
  }

  /// Counts a run that has ended.
  ///
  /// - Returns: The text to write, which is usually empty.
  mutating func advance(failed: Bool, at now: ContinuousClock.Instant = .now) -> String {
    done += 1
    if failed { self.failed += 1 }
    guard isTerminal, now >= nextChange else { return "" }
    (nextChange, isShown) = (now + .milliseconds(100), true)
    let failures = self.failed > 0 ? ", \(self.failed) failed" : ""
    return Self.erasure + (total.map { "\(done) of \($0)" } ?? "\(done) so far") + failures
  }

  /// Returns the text that erases the line; empty if no line is shown.
  mutating func clear() -> String {
    defer { isShown = false }
    return isShown ? Self.erasure : ""
  }
}
