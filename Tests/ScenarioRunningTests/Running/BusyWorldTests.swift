import Foundation
import ScenarioKit
import Synchronization
import Testing

@testable import ScenarioRunning

@Suite("The real world on a busy machine")
struct BusyWorldTests {
  /// Computes for 0.3 s of processor time on a thread of its own, and then sets a flag.
  private final class Work: Sendable {
    private let state = Mutex(false)

    var isDone: Bool { state.withLock { $0 } }

    init() {
      Thread {
        var time = timespec()
        repeat {
          clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        } while time.tv_sec == 0 && time.tv_nsec < 300_000_000
        self.state.withLock { $0 = true }
      }.start()
    }
  }

  private func wait(whileBusy limit: Duration, for work: Work) throws -> Bool {
    let world = RealWorld(
      startingAt: .now, ScenarioDoubles(),
      limits: .init(delay: .milliseconds(1), delayWhileBusy: limit))
    return try world.waitTolerantly(upTo: .zero) { work.isDone } == .held
  }

  @Test func `a late check waits as long as a thread of the app is busy`() throws {
    #expect(try wait(whileBusy: .seconds(600), for: Work()))
  }

  @Test func `a late check does not wait without end for a thread that is always busy`() throws {
    #expect(try !wait(whileBusy: .zero, for: Work()))
  }
}
