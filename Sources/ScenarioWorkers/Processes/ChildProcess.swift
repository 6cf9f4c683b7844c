import CSimulation
import CWorkers
import Foundation
import ScenarioRunning
import Synchronization

/// A worker process that was started by this process, and the pipe with its messages.
///
/// Only a process that has never run a task may fork: in a child of a process that has, tasks never
/// run. So nothing here is asynchronous, and neither is the planning of stories. A process that
/// forks has no threads that do other work.
package struct ChildProcess {
  package let id: pid_t
  /// The descriptor from which its messages are read.
  package let messages: Int32

  /// Whether stories run in forks of this process, and not in processes that execute it anew.
  ///
  /// Apple's frameworks can't be used in a fork. In real time, a variable tries that elsewhere.
  static let forks: Bool = {
    #if canImport(Darwin)
    false
    #else
    !RealTime.isOn || getenv("SCENARIOS_WITHOUT_FORK") == nil
    #endif
  }()

  /// Children that have finished their work and are exiting.
  private static let leaving = Mutex<[pid_t]>([])
}

extension ChildProcess {
  /// Forks this process.
  ///
  /// The child is killed when this process ends. It ends itself after `body`, without running the
  /// exit handlers of this process.
  ///
  /// - Parameters:
  ///   - leadsGroup: Whether the child starts a process group, so that it can be ended together
  ///     with all processes that it starts.
  ///   - onMainThread: Whether `body` runs on the main thread, as work that runs the main run loop
  ///     must. Its thread-local values are those of the forking thread, so the ID among them is
  ///     reset: see ``WorkThread``.
  ///   - body: The work of the child.
  package init(
    leadsGroup: Bool = false, onMainThread: Bool = false, _ body: (MessageWriter) throws -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    guard worker_pipe(&ends) == 0 else { throw SystemError("pipe") }
    Self.leaving.withLock {
      $0.removeAll {
        guard waitpid($0, nil, WNOHANG) != 0 else { return false }
        simulation_remove_folder_of($0)
        return true
      }
    }
    fflush(nil)
    let thread = worker_thread()
    let id = worker_fork()
    guard id >= 0 else {
      close(ends[0])
      close(ends[1])
      throw SystemError("fork")
    }
    guard id == 0 else {
      close(ends[1])
      self.id = id
      messages = ends[0]
      return
    }
    if leadsGroup { setpgid(0, 0) }
    // Close the descriptors of the parent, such as its other workers, its journal and its signals.
    close(ends[0])
    let end = Self.movedHigh(ends[1])
    // If high numbers are not allowed, the descriptors to keep are among the low ones.
    if end != ends[1] { worker_close_descriptors() }
    worker_replace_message_end(end)
    let writer = MessageWriter(to: end)
    func work() -> Never {
      do {
        try body(writer)
        try writer.flush()
        worker_keep_coverage()
        // So the reader does not have to wait until the system has torn down this process.
        worker_replace_message_end(-1)
        Self.leave(0)
      } catch {
        Self.fail(error)
      }
    }
    if onMainThread {
      worker_forget_thread(thread)
      work()
    }
    WorkThread.run { work() }
  }

  /// Returns a copy of a descriptor with a high number, because an app may close descriptors that
  /// it did not open; the descriptor itself if such numbers are not allowed.
  package static func movedHigh(_ descriptor: Int32) -> Int32 {
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 500)
    return high >= 0 ? high : descriptor
  }

  /// The exit status of a worker that could not do its work; the last line of its output is the
  /// reason.
  static let failureStatus: Int32 = 70

  /// The exit status of a worker whose message pipe the app has closed.
  static let closedStatus: Int32 = 71

  /// Prints an error and ends this process, which is a worker that can't do its work.
  static func fail(_ error: any Error) -> Never {
    if let error = error as? SystemError, error.isAboutClosedDescriptor { leave(closedStatus) }
    let line = Array("\(error)\n".utf8)
    _ = Foundation.write(STDERR_FILENO, line, line.count)
    leave(failureStatus)
  }

  /// Ends this process, which is a worker, without running exit handlers.
  static func leave(_ status: Int32) -> Never {
    simulation_remove_folder()
    worker_leave(status)
  }

  /// Whether the process has ended; it is not reaped by this check.
  var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG) != 0
      || worker_is_about_child(&information) != 0
  }

  /// Closes the message pipe without waiting for the process to end.
  package func release() {
    close(messages)
    // It changes nothing more, unless a thread of the app does; then its folders go when it is
    // gone.
    simulation_remove_folder_of(id)
    Self.leaving.withLock { $0.append(id) }
  }

  /// Waits for the process to end, and leaves it to ``wait()`` to free its ID.
  func waitWithoutReaping() -> ProcessEnd {
    var information = siginfo_t()
    while !hasEnded {
      worker_go_on(id, 0)
      poll(nil, 0, 1)
    }
    waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG)
    return ProcessEnd(worker_status(&information))
  }

  /// Waits for the process to end.
  package func wait() -> ProcessEnd {
    defer { simulation_remove_folder_of(id) }
    return ProcessEnd(worker_wait(id))
  }
}

extension ChildProcess {
  /// The IDs of this thread's children.
  static var all: Set<pid_t> {
    var children = [pid_t](repeating: 0, count: 512)
    let count = worker_children(&children, Int32(children.count))
    return Set(children[..<Int(count)])
  }

  /// Kills the children that are not among others, and those that they leave behind.
  ///
  /// An app may start processes that leave its process group, such as daemons.
  static func killAll(except others: Set<pid_t>) {
    while case let left = all.subtracting(others), !left.isEmpty {
      for id in left {
        kill(id, SIGKILL)
        _ = worker_wait(id)
        simulation_remove_folder_of(id)
      }
    }
  }
}
