import CWorkers
import Foundation

/// A thread on which a worker process does its work, in place of its main thread.
///
/// After a fork, the main thread has a new ID, but the thread-local values of the thread that
/// forked. Swift's `Mutex` keeps the thread's ID in such a value, one for each module. With an old
/// ID, a lock that two threads want, or one that is taken and released by code of different
/// modules, ends the process: `_MutexHandle` in Swift's Synchronization, LinuxImpl.swift. A new
/// thread has values of its own. Its stack is as large as a main thread's usually is; the threads
/// of Swift's pool have smaller ones.
enum WorkThread {
  private static let stackSize = 8 << 20

  /// Runs `body` on a new thread while this thread waits, and ends this process if `body` does not
  /// end it.
  static func run(_ body: () -> Never) -> Never {
    withoutActuallyEscaping(body) { body in
      var work: () -> Never = body
      let result = withUnsafeMutablePointer(to: &work) { work in
        worker_run_on_thread(
          Self.stackSize,
          { context in
            context?.assumingMemoryBound(to: (() -> Never).self).pointee()
            return nil
          }, work)
      }
      if result != 0 {
        errno = result
        ChildProcess.fail(SystemError("pthread_create"))
      }
    }
    // The app has ended the thread, which ends a program whose main thread it is.
    ChildProcess.leave(0)
  }
}
