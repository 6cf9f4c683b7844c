import CWorkers
import Glibc
import Synchronization

/// A worker process of this one, and what it sends.
///
/// Only a process without other threads that has never run a task may fork: in a child of one that
/// has, tasks never run. So nothing here is asynchronous, and neither is what plans stories.
package struct ChildProcess {
  package let id: pid_t
  /// Where its messages are read.
  package let messages: Int32

  /// Children that have done their work and end.
  private static let leaving = Mutex<[pid_t]>([])

  /// Forks.
  ///
  /// The child is killed when this process ends, and ends itself after `body`, without the exit
  /// handlers of this process.
  ///
  /// - Parameters:
  ///   - leadsGroup: Whether it begins a process group, so that it can be ended with all processes
  ///     that it starts.
  ///   - body: What the child does.
  package init(leadsGroup: Bool = false, _ body: (MessageWriter) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    guard worker_pipe(&ends) == 0 else { throw SystemError("pipe") }
    Self.leaving.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    fflush(nil)
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
    // Out of the way of an app that closes the descriptors it did not open, and without those of the
    // parent, such as its other workers, its journal and its signals.
    close(ends[0])
    let high = fcntl(ends[1], F_DUPFD_CLOEXEC, 500)
    let end = high >= 0 ? high : ends[1]
    // Where so many are not allowed, those to be kept are among the low ones.
    if high >= 0 { worker_close_descriptors() }
    let writer = MessageWriter(to: end)
    do {
      try body(writer)
      try writer.flush()
      worker_keep_coverage()
      // The reader then need not wait until the system has taken this process apart.
      close(end)
      worker_leave(0)
    } catch {
      Self.fail(error)
    }
  }

  /// Takes a process that was started from an executable.
  init(id: pid_t, messages: Int32) {
    self.id = id
    self.messages = messages
  }

  /// The exit status of a worker that could not do its work; why is the last line of its output.
  static let failureStatus: Int32 = 70

  /// Ends this process, a worker that can't do its work.
  static func fail(_ error: any Error) -> Never {
    let line = Array("\(error)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    worker_leave(failureStatus)
  }

  /// Whether it has ended; it is still to be waited for.
  var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG) != 0
      || worker_is_about_child(&information) != 0
  }

  /// Lets it go on where the app has stopped it.
  func goOnIfStopped() {
    var information = siginfo_t()
    if waitid(P_PID, id_t(id), &information, WSTOPPED | WNOWAIT | WNOHANG) == 0,
      worker_is_about_child(&information) != 0
    {
      kill(id, SIGCONT)
    }
  }

  /// Closes its messages without waiting for its end.
  package func release() {
    close(messages)
    Self.leaving.withLock { $0.append(id) }
  }

  /// Waits for its end.
  package func wait() -> ExitStatus {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ExitStatus(status)
  }
}

/// How a process ended.
package enum ExitStatus: Equatable {
  case exited(Int32)
  case signaled(Int32)

  /// Takes what `waitpid` gives.
  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
