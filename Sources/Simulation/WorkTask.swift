/// A task of a simulation that does one piece of its driver's work after the other.
///
/// To make a task for each would take longer than most pieces do. In the trace, each piece counts
/// as a task of its own all the same.
///
/// It knows nothing of what the work gives back: types that are known only at run time cost more
/// than all the rest of taking a step.
///
/// Sound because only the thread of its simulation comes here: the driver, and the task itself,
/// which runs nowhere else.
final class WorkTask: @unchecked Sendable {
  typealias Work = @MainActor @Sendable () async throws -> Void

  /// How its work ended, once it has.
  private(set) var result: Result<Void, any Error>?

  private var next: (work: Work, origin: Origin)?
  private var isAbandoned = false
  private let lobby = Lobby()

  /// The id that the runtime gave it while it waits for more work; `nil` while it does not.
  var idleID: UInt64? { lobby.executor.waiting.map { taskID(of: $0) } }

  /// Hands it a piece of work, which it does when the turn of its job comes.
  func begin(_ work: @escaping Work, from origin: Origin) {
    next = (work, origin)
    result = nil
    if !lobby.executor.letIn() { Task { @MainActor in await run() } }
  }

  /// Gives up a task whose work goes on: nobody has more work for it, so it ends with this one.
  func abandon() { isAbandoned = true }

  /// Lets it end instead of waiting for more work; nobody else would ever free it.
  func dismiss() { _ = lobby.executor.letIn() }

  @MainActor private func run() async {
    while await doNext() { await lobby.wait() }
  }

  /// Does a piece of work and lets go of it.
  ///
  /// - Returns: Whether the task is of use for another one: work may have cancelled it.
  @MainActor private func doNext() async -> Bool {
    guard let (work, origin) = next else { return false }
    next = nil
    do {
      try await Origin.$current.withValue(origin) { try await work() }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    return !Task.isCancelled && !isAbandoned
  }
}

/// Where a task waits without being on anybody's list: its executor keeps the job until it is let
/// in. A continuation would take it to a thread of the platform first.
private actor Lobby {
  nonisolated let executor = LobbyExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func wait() {}
}

/// Sound for the same reason as ``WorkTask``.
private final class LobbyExecutor: SerialExecutor, @unchecked Sendable {
  private(set) var waiting: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { waiting = UnownedJob(job) }

  /// - Returns: Whether a task has waited.
  func letIn() -> Bool {
    guard let waiting else { return false }
    self.waiting = nil
    waiting.runSynchronously(on: asUnownedSerialExecutor())
    return true
  }
}
