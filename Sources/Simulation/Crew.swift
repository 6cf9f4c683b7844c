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

  /// Work under way, and when its last sign of life was seen.
  private struct Watched {
    let work: Work
    var beats: UInt64
    var seen: ContinuousClock.Instant
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
            work: work, beats: work.pulse.count, seen: .now)
          return (work, false)
        }
        if work != nil || isDismissed { return work }
        changed.wait()
      }
    }
  }

  // MARK: - The supervisor

  func startSupervisor() {
    let interval = max(0.005, Double(limit.nanoseconds) / 1_000_000_000 / 16)
    Thread { [self] in
      while !state.withLock({ $0.isDismissed }) {
        Thread.sleep(forTimeInterval: min(0.1, interval))
        for work in takeBlocked() {
          work.pulse.giveUp()
          work.giveUp()
          startWorker()
        }
      }
    }.start()
  }

  /// Takes out the work that has shown no sign of life for too long.
  private func takeBlocked() -> [Work] {
    let now = ContinuousClock.now
    return state.withLock { state in
      var blocked: [Work] = []
      for (key, var watched) in state.running {
        let beats = watched.work.pulse.count
        if beats != watched.beats {
          watched.beats = beats
          watched.seen = now
          state.running[key] = watched
        } else if now - watched.seen > limit {
          blocked.append(watched.work)
          state.running[key] = nil
        }
      }
      return blocked
    }
  }
}
