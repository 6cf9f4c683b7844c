/// A line on a terminal that tells how far a long run has come, and goes away when something else
/// is written.
///
/// It makes text; writing it is up to the caller.
struct ProgressLine {
  private static let erasure = "\r\u{1B}[K"

  /// How many runs there are in all; `nil` while nobody knows.
  var total: Int?

  private let isTerminal: Bool
  private var done = 0
  private var failed = 0
  private var isShown = false
  private var nextChange: ContinuousClock.Instant

  /// Creates it; where there is no terminal, it stays empty.
  init(total: Int? = nil, isTerminal: Bool, at now: ContinuousClock.Instant = .now) {
    self.total = total
    self.isTerminal = isTerminal
    // A run that is over sooner needs no line.
    nextChange = now + .milliseconds(500)
  }

  /// Counts a run that has ended.
  ///
  /// - Returns: What to write, which is nothing most of the time.
  mutating func advance(failed: Bool, at now: ContinuousClock.Instant = .now) -> String {
    done += 1
    if failed { self.failed += 1 }
    guard isTerminal, now >= nextChange else { return "" }
    nextChange = now + .milliseconds(100)
    isShown = true
    let failures = self.failed > 0 ? ", \(self.failed) failed" : ""
    return Self.erasure + (total.map { "\(done) of \($0)" } ?? "\(done) so far") + failures
  }

  /// What to write to make the line go away; nothing where there is none.
  mutating func clear() -> String {
    defer { isShown = false }
    return isShown ? Self.erasure : ""
  }
}
