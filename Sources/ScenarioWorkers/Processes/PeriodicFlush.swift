import Foundation

/// Sends held results while a scenario takes long, so that a run that is killed loses none of them.
///
/// Sound although two threads use the writer: it holds a lock while it uses its buffer.
final class PeriodicFlush: @unchecked Sendable {
  private let writer: MessageWriter
  private let isOver = DispatchSemaphore(value: 0)

  /// Begins to flush a writer several times a second, on a thread of its own.
  init(of writer: MessageWriter) {
    self.writer = writer
    let thread = Thread { [self] in flushUntilEnd() }
    thread.stackSize = 64 << 10
    thread.start()
  }

  private func flushUntilEnd() {
    while isOver.wait(timeout: .now() + 0.2) == .timedOut {
      do {
        try writer.flush()
      } catch {
        ChildProcess.fail(error)
      }
    }
  }

  func end() { isOver.signal() }
}
