#if STORY_TIME && canImport(Glibc)
/// A task of a simulation that runs its driver's pieces of work, one after another.
///
/// Creating a task for each piece would take longer than most pieces do. In the trace, each piece
/// still counts as a task of its own.
///
/// The task does not handle the results of the work, because types that are known only at run time
/// cost more than the rest of a step.
///
/// Sound because only the thread of its simulation uses it: the driver, and the task itself, which
/// runs nowhere else.
final class WorkTask: @unchecked Sendable {
  typealias Work = @MainActor @Sendable () async throws -> Void

  /// The result of its work; `nil` until the work ends.
  private(set) var result: Result<Void, any Error>?

  private var next: (work: Work, origin: Origin)?
  private var isAbandoned = false
  private let idle = IdleActor()

  /// The runtime's ID of the task while it waits for more work; otherwise `nil`.
  var idleID: UInt64? { idle.executor.waiting.map { taskID(of: $0) } }

  /// Assigns a piece of work, which the task runs when its job is due.
  func begin(_ work: @escaping Work, from origin: Origin) {
    next = (work, origin)
    result = nil
    if !idle.executor.letIn() { Task { @MainActor in await run() } }
  }

  /// Abandons a task whose work is unfinished, so that the task ends with this work.
  func abandon() { isAbandoned = true }

  /// Ends the task instead of letting it wait for more work; otherwise it would never be freed.
  func dismiss() { _ = idle.executor.letIn() }

  @MainActor private func run() async {
    while await doNext() { await idle.wait() }
  }

  /// Runs a piece of work and releases it.
  ///
  /// - Returns: Whether the task can be reused, because it was neither cancelled by the work nor
  ///   abandoned.
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

/// An actor on which a task waits without being enqueued.
///
/// Its executor keeps the job until the task is let in. A continuation would move the task to a
/// thread of the platform first.
private actor IdleActor {
  nonisolated let executor = IdleExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func wait() {}
}

/// Sound for the same reason as ``WorkTask``.
private final class IdleExecutor: SerialExecutor, @unchecked Sendable {
  private(set) var waiting: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { waiting = UnownedJob(job) }

  /// Runs the job of the waiting task, if there is one.
  ///
  /// - Returns: Whether a task was waiting.
  func letIn() -> Bool {
    guard let waiting else { return false }
    self.waiting = nil
    waiting.runSynchronously(on: asUnownedSerialExecutor())
    return true
  }
}
#endif
