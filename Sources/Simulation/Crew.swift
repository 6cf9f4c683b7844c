import DequeModule
import Foundation
import Synchronization

/// The threads of one ``SimulationThreads``, and the work that waits for them.
final class Crew: Sendable {
  struct Work: Sendable {
    let pulse: Pulse
    let run: @Sendable () -> Void
    let giveUp: @Sendable () -> Void
  }

  /// Work under way, and how long it has been silent.
  private struct Watched {
    let work: Work
    var patience: Patience
  }

  private struct State {
    var waiting = Deque<Work>()
    var running: [ObjectIdentifier: Watched] = [:]
    var isDismissed = false
  }

  let limit: Duration
  private let state = Mutex(State())
  private let changed = NSCondition()

  init(limit: Duration) { self.limit = limit }

  func add(_ work: Work) {
    state.withLock { $0.waiting.append(work) }
    changed.withLock { changed.signal() }
  }

  func dismiss() {
    state.withLock { $0.isDismissed = true }
    changed.withLock { changed.broadcast() }
  }

  // MARK: - Workers

  func startWorker() {
    Thread { [self] in
      while let work = nextWork() {
        work.run()
        let isStillMine = state.withLock {
          $0.running.removeValue(forKey: ObjectIdentifier(work.pulse)) != nil
        }
        if !isStillMine { return }  // given up in the meantime: another thread has this place
      }
    }.start()
  }

  private func nextWork() -> Work? {
    changed.withLock {
      while true {
        let (work, isDismissed): (Work?, Bool) = state.withLock { state in
          guard let work = state.waiting.popFirst() else { return (nil, state.isDismissed) }
          state.running[ObjectIdentifier(work.pulse)] = Watched(
            work: work, patience: Patience(limit: limit, interval: interval))
          return (work, false)
        }
        if work != nil || isDismissed { return work }
        changed.wait()
      }
    }
  }

  // MARK: - The supervisor

  func startSupervisor() {
    Thread { [self] in
      var last = SuspendingClock.now
      while !state.withLock({ $0.isDismissed }) {
        Thread.sleep(forTimeInterval: Double(interval.nanoseconds) / 1_000_000_000)
        let now = SuspendingClock.now
        for work in takeBlocked(after: now - last) {
          work.pulse.giveUp()
          work.giveUp()
          startWorker()
        }
        last = now
      }
    }.start()
  }

  /// How often the supervisor looks.
  private var interval: Duration { max(.milliseconds(5), min(.milliseconds(100), limit / 16)) }

  /// Takes out the work that has shown no sign of life for too long.
  ///
  /// - Parameter span: How long ago the supervisor looked last.
  private func takeBlocked(after span: Duration) -> [Work] {
    state.withLock { state in
      var blocked: [Work] = []
      for (key, var watched) in state.running {
        if watched.patience.isOver(beats: watched.work.pulse.count, after: span) {
          blocked.append(watched.work)
          state.running[key] = nil
        } else {
          state.running[key] = watched
        }
      }
      return blocked
    }
  }
}
