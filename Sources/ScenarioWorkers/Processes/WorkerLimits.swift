import CWorkers
import Glibc
import Simulation

/// What the app may use in a worker.
package struct WorkerLimits: Codable, Sendable {
  /// The memory that one process may use, in bytes: 2 GB by default; `nil` for any.
  package var memory: Int?

  /// The processor time that may be used without progress, and the time for which all threads may
  /// sleep: 4 s by default.
  package var patience: Duration

  package init(memory: Int? = 2_000_000_000, patience: Duration = .seconds(4)) {
    // A sanitizer's own memory is many times that of the app.
    self.memory = Self.isSanitized ? nil : memory
    self.patience = patience
  }

  /// Whether the memory is unlimited because a sanitizer watches this process.
  package static var isSanitized: Bool { worker_is_sanitized() != 0 }

  var patienceWords: String { StoryTimeText.span(patience) }

  var memoryWords: String {
    let memory = memory ?? 0
    return memory % 1_000_000_000 == 0
      ? "\(memory / 1_000_000_000) GB" : "\(memory / 1_000_000) MB"
  }
}
