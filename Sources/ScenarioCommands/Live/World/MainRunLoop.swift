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
      do {
        let output = try await work()
        found.withLock { $0 = .success(output) }
      } catch {
        found.withLock { $0 = .failure(error) }
      }
    }
    while true {
      if let result = found.withLock({ $0 }) { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    }
  }
}
