/// A line on a terminal that tells how far a long run has come, and goes away when something else
/// is written.
struct ProgressLine {
  private let console: Console
  private let total: Int
  private var done = 0
  private var failed = 0
  private var isShown = false
  private var nextChange = ContinuousClock.now + .milliseconds(500)

  init(console: Console, total: Int) {
    self.console = console
    self.total = total
  }

  mutating func advance(failed: Bool) {
    done += 1
    if failed { self.failed += 1 }
    guard console.isTerminal, ContinuousClock.now >= nextChange else { return }
    nextChange = .now + .milliseconds(100)
    let failures = self.failed > 0 ? ", \(self.failed) failed" : ""
    console.write("\r\u{1B}[K\(done) of \(total)\(failures)")
    isShown = true
  }

  mutating func clear() {
    if isShown { console.write("\r\u{1B}[K") }
    isShown = false
  }
}
