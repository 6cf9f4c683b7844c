#if STORY_TIME && canImport(Glibc)
import Foundation
import Synchronization

/// Jobs of simulated tasks that other threads enqueue.
///
/// This is the only state of a simulation that several threads share. A process runs one simulation
/// at a time, so there is one queue.
enum ExternalJobQueue {
  /// A job that another thread enqueued.
  typealias Entry = (job: UnownedJob, onMainActor: Bool)

  private struct State {
    /// The tasks of the current simulation.
    var tasks = TaskIDs()
    var entries: [Entry] = []
    /// The most recent tasks of simulations that have ended.
    ///
    /// By the time that a task is dropped, thousands of newer tasks have been created.
    var ended = TaskIDs()
  }

  private static let state = Mutex(State())
  private static let hasEntries = Atomic<Bool>(false)
  private static let hasBeenUsed = Atomic<Bool>(false)

  /// Forgets the entries of the current simulation and remembers its tasks as ended.
  static func close() {
    state.withLock { state in
      for id in state.tasks.ids { state.ended.insert(id) }
      // Remove in bulk, because each removal moves all remaining IDs.
      let extra = state.ended.ids.count - 65_536
      if extra > 65_536 { state.ended.ids.removeFirst(extra) }
      state.tasks = TaskIDs()
      state.entries = []
      hasEntries.store(false, ordering: .relaxed)
    }
  }

  /// Remembers a task as one of the current simulation.
  static func register(_ task: UInt64) {
    hasBeenUsed.store(true, ordering: .relaxed)
    state.withLock { _ = $0.tasks.insert(task) }
  }

  /// Takes a job that no actor claims, if its task belongs to a simulation.
  ///
  /// On the simulation's thread, new tasks belong to the simulation. On other threads, a task that
  /// was resumed by a thread outside the simulation returns to its simulation instead of running in
  /// real time.
  ///
  /// - Returns: Whether the job was taken. Otherwise the platform runs it.
  static func takeOver(_ job: UnownedJob) -> Bool {
    if let simulation = Simulation.current, simulation.owns(job) {
      simulation.take(job, onMainActor: false)
      return true
    }
    return hasBeenUsed.load(ordering: .relaxed) && add(job, onMainActor: false)
  }

  /// Adds a job of the current simulation, and drops a job of one that has ended.
  ///
  /// A dropped job has no story time to run in and no result that could report it. In a later
  /// simulation, or in real time, it would do unrelated work.
  ///
  /// - Returns: Whether the task belongs to a simulation, current or ended.
  static func add(_ job: UnownedJob, onMainActor: Bool) -> Bool {
    let id = taskID(of: job)
    return state.withLock { state in
      guard state.tasks.contains(id) else {
        let hasEnded = state.ended.contains(id)
        if hasEnded { Simulation.current?.hasResumedEarlierTask = true }
        return hasEnded
      }
      state.entries.append((job, onMainActor))
      hasEntries.store(true, ordering: .releasing)
      return true
    }
  }

  /// Whether there is an entry.
  static var hasEntry: Bool { hasEntries.load(ordering: .acquiring) }

  /// Removes and returns all entries, in order.
  static func removeAll() -> [Entry] {
    state.withLock { state in
      hasEntries.store(false, ordering: .relaxed)
      defer { state.entries = [] }
      return state.entries
    }
  }

  /// Waits up to 2 s of real time for a job.
  ///
  /// It uses `poll`, which takes a duration and so does not depend on a replaced clock.
  ///
  /// - Parameter isDone: Whether something else has happened that ends the wait.
  /// - Returns: Whether a job arrived, or something else happened.
  static func waitForEntry(or isDone: () -> Bool) -> Bool {
    for _ in 0..<1_000 {
      if hasEntry || isDone() { return true }
      poll(nil, 0, 2)
    }
    return false
  }
}
#endif
