import Dispatch
import Foundation
import ScenarioKit
import Synchronization

/// All cores of the machine.
enum Cores {
  /// How many there are.
  static var count: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Does the same with each of many things, several side by side, and returns what comes of them
  /// in their order.
  ///
  /// - Parameter jobs: How many side by side; one for each core unless given.
  static func map<T: Sendable, R: Sendable>(
    _ things: [T], jobs: Int = count, _ transform: @escaping @Sendable (T) -> R
  ) -> [R] {
    // A worker that planned with threads could not fork others.
    let workers = Activity.log == nil ? min(jobs, things.count) : 1
    guard workers > 1 else { return things.map(transform) }
    let state = Mutex((next: 0, results: [R?](repeating: nil, count: things.count)))
    let undone = DispatchGroup()
    for _ in things { undone.enter() }
    let work = { @Sendable in
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < things.count else { return }
        let result = transform(things[index])
        state.withLock { $0.results[index] = result }
        undone.leave()
      }
    }
    // Not a queue's threads: there are no more of them than cores, and tasks need some.
    for _ in 1..<workers { Thread.detachNewThread(work) }
    work()
    // For what was done, not for threads, of which a machine may have no more.
    undone.wait()
    return state.withLock { $0.results.compactMap(\.self) }
  }
}
