import CWorkers
import Foundation

/// A thread that sends held results during a long scenario, so that a killed run does not lose
/// them.
final class PeriodicFlush: Sendable {
  private let writer: MessageWriter
  private let isOver = DispatchSemaphore(value: 0)

  /// Starts to flush a writer several times a second, on a separate thread.
  init(of writer: MessageWriter) {
    self.writer = writer
    let thread = Thread { [self] in flushUntilEnd() }
    thread.stackSize = 64 << 10
    thread.start()
  }

  private func flushUntilEnd() {
    worker_block_signals()
    while isOver.wait(timeout: .now() + 0.2) == .timedOut {
      do { try writer.flush() } catch { ChildProcess.fail(error) }
    }
  }

  func end() { isOver.signal() }
}
