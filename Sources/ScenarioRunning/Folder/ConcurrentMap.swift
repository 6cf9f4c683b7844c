import Dispatch
import Foundation
import ScenarioKit
import Synchronization

extension Array where Element: Sendable {
  /// Transforms elements concurrently, and returns the results in the order of the elements.
  package func concurrentMap<R: Sendable>(_ transform: @escaping @Sendable (Element) -> R) -> [R] {
    // A worker must not create threads here, or it could not fork other processes.
    let cores = Activity.log == nil ? ProcessInfo.processInfo.activeProcessorCount : 1
    let workers = Swift.min(cores, count)
    guard workers > 1 else { return map(transform) }
    let state = Mutex((next: 0, results: [R?](repeating: nil, count: count)))
    let undone = DispatchGroup()
    for _ in self { undone.enter() }
    let work = { @Sendable in
      while true {
        let index = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        guard index < count else { return }
        let result = transform(self[index])
        state.withLock { $0.results[index] = result }
        undone.leave()
      }
    }
    // Not a dispatch queue: it has no more threads than there are cores, and tasks need some of
    // them.
    for _ in 1..<workers { Thread.detachNewThread(work) }
    work()
    // Wait for results instead of threads, because the machine may be unable to start more threads.
    undone.wait()
    return state.withLock { $0.results.compactMap(\.self) }
  }
}
