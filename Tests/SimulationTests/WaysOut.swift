import Dispatch
import Foundation
import Glibc
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

@testable import Simulation

/// A way to leave story time with Dispatch or Foundation.
enum Way: CaseIterable {
  case timerOfBackground, source, thread, detachedThread, runLoopOfBackground, runLoopObserver

  var violation: SandboxViolation {
    switch self {
    case .timerOfBackground: .timer
    case .source: .eventSource
    case .thread, .detachedThread: .thread
    case .runLoopOfBackground, .runLoopObserver: .runLoop
    }
  }

  /// Leaves story time, nonisolated so that the closures can run on any thread.
  func take() {
    switch self {
    case .timerOfBackground:
      // No thread runs this run loop, so the timer would not fire in an ordinary process either.
      DispatchQueue.global().async {
        Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }.invalidate()
      }
    case .source:
      let source = DispatchSource.makeUserDataAddSource()
      source.activate()
      source.cancel()
    case .thread: Thread {}.start()
    case .detachedThread: Thread.detachNewThread {}
    case .runLoopOfBackground: DispatchQueue.global().async { RunLoop.current.perform {} }
    case .runLoopObserver:
      NotificationQueue.default.enqueue(
        Notification(name: Notification.Name("nothing")), postingStyle: .whenIdle)
    }
  }
}

/// A clock that counts steps instead of seconds.
struct StepClock: Clock {
  struct Steps: DurationProtocol {
    var count: Int
    static let zero = Steps(count: 0)
    static func + (left: Steps, right: Steps) -> Steps { Steps(count: left.count + right.count) }
    static func - (left: Steps, right: Steps) -> Steps { Steps(count: left.count - right.count) }
    static func / (left: Steps, right: Int) -> Steps { Steps(count: left.count / right) }
    static func * (left: Steps, right: Int) -> Steps { Steps(count: left.count * right) }
    static func / (left: Steps, right: Steps) -> Double {
      Double(left.count) / Double(right.count)
    }
    static func < (left: Steps, right: Steps) -> Bool { left.count < right.count }
  }

  struct Instant: InstantProtocol {
    var count: Int
    func advanced(by steps: Steps) -> Instant { Instant(count: count + steps.count) }
    func duration(to other: Instant) -> Steps { Steps(count: other.count - count) }
    static func < (left: Instant, right: Instant) -> Bool { left.count < right.count }
  }

  var now: Instant { Instant(count: 0) }
  var minimumResolution: Steps { Steps(count: 1) }
  func sleep(until deadline: Instant, tolerance: Steps?) async throws {}
}

final class StepExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    SimulationDefaultExecutor.shared.enqueue(
      job, after: StepClock.Steps(count: 3), tolerance: nil, clock: StepClock())
  }
}
