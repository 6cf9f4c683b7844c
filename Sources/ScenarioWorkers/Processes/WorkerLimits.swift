import CWorkers
import DisplayText
import Foundation
import ScenarioRunning

/// The resources that the app may use in a worker.
package struct WorkerLimits: Codable, Sendable {
  /// The memory that one process may use, in bytes: 2 GB by default; `nil` for no limit.
  package var memory: Int?

  /// The limit on processor time without progress, and on the time for which all threads sleep.
  ///
  /// It is 4 s by default; in real time, where waiting is no sign of a hang, 60 s.
  package var timeout: Duration

  package init(memory: Int? = 2_000_000_000, timeout: Duration? = nil) {
    // A sanitizer uses many times the memory of the app.
    self.memory = Self.isSanitized ? nil : memory
    self.timeout = timeout ?? .seconds(RealTime.isOn ? 60 : 4)
  }

  /// Whether the memory is unlimited because a sanitizer is active in this process.
  package static var isSanitized: Bool { worker_is_sanitized() != 0 }

  var timeoutWords: String { StoryTimeText.span(timeout) }

  /// The limit on the time for which all threads sleep and one of them waits for a disk.
  ///
  /// The machine is usually the reason: many processes may write at once.
  var diskTimeout: Duration { max(timeout, .seconds(60)) }

  var diskTimeoutWords: String { StoryTimeText.span(diskTimeout) }

  /// The limit on the time for which all threads sleep, or wake only for a moment.
  var waitTimeout: Duration { timeout * 4 }

  var waitTimeoutWords: String { StoryTimeText.span(waitTimeout) }

  var memoryWords: String {
    let memory = memory ?? 0
    return memory % 1_000_000_000 == 0 ? "\(memory / 1_000_000_000) GB" : "\(memory / 1_000_000) MB"
  }
}
