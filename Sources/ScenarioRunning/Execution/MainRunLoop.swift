import Foundation
import Synchronization

/// The main run loop of a process that was started for one piece of work in real time.
package enum MainRunLoop {
  /// Runs work while the main thread runs the main run loop, as the main thread of an app does.
  package static func run<Output: Sendable>(
    _ work: @escaping @Sendable () async throws -> Output
  ) throws -> Output {
    let found = Mutex<Result<Output, any Error>?>(nil)
    Task.detached {
      let result: Result<Output, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      found.withLock { $0 = result }
      // The run loop goes on only after something ran in it.
      DispatchQueue.main.async {}
    }
    while true {
      if let result = found.withLock({ $0 }) { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// Runs work that blocks on a thread of its own while this one runs the main run loop, if it is the
  /// main thread; otherwise here.
  package static func runBeside(_ work: @escaping () -> Void) throws {
    guard Thread.isMainThread else { return work() }
    // This thread does not use it before the other one has ended.
    nonisolated(unsafe) let work = work
    try run {
      await withCheckedContinuation { continuation in
        let thread = Thread {
          work()
          continuation.resume()
        }
        thread.stackSize = 8 << 20
        thread.start()
      }
    }
  }
}
