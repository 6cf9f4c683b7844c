import CWorkers
import Foundation

extension MessageWriter {
  /// Sends held messages several times a second, on a separate thread, so that a run that is killed
  /// during a long scenario does not lose them.
  ///
  /// - Returns: The semaphore that ends it.
  func flushPeriodically() -> DispatchSemaphore {
    let isOver = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      worker_block_signals()
      while isOver.wait(timeout: .now() + 0.2) == .timedOut {
        do { try flush() } catch { ChildProcess.fail(error) }
      }
    }
    thread.stackSize = 64 << 10
    thread.start()
    return isOver
  }
}
