import CSimulation
import Glibc
import Synchronization

/// Where other threads leave jobs of a simulation's tasks: the only part of a simulation that
/// several threads touch.
final class Inbox: Sendable {
  private struct State {
    var tasks = TaskIDs()
    var arrivals: [Arrival] = []
  }

  /// A job that another thread has brought.
  struct Arrival: Sendable {
    let job: UnownedJob
    let onMainActor: Bool
  }

  /// The simulations of the process.
  private struct Directory {
    var opened: [Inbox] = []
    var ended = EndedTasks(capacity: 65_536)
  }

  private static let directory = Mutex(Directory())
  private static let hasBeenUsed = Atomic<Bool>(false)

  private let state = Mutex(State())
  private let hasArrivals = Atomic<Bool>(false)

  private init() {}

  static func open() -> Inbox {
    let inbox = Inbox()
    directory.withLock { $0.opened.append(inbox) }
    hasBeenUsed.store(true, ordering: .relaxed)
    return inbox
  }

  static func close(_ inbox: Inbox) {
    let tasks = inbox.state.withLock { $0.tasks.ids }
    directory.withLock { directory in
      directory.opened.removeAll { $0 === inbox }
      directory.ended.add(tasks)
    }
  }

  /// Gives a job that no actor claims to the simulation that it belongs to.
  ///
  /// On a simulation's thread that is this simulation, for tasks made in it. On any other it is the
  /// one whose task it is, so that a task resumed by a foreign thread comes home instead of running
  /// in real time.
  ///
  /// - Returns: Whether the job has been seen to. If not, it is the platform's.
  static func takeOver(_ job: UnownedJob) -> Bool {
    if let simulation = Simulation.current, simulation.owns(job) {
      simulation.take(job, onMainActor: false)
      return true
    }
    guard hasBeenUsed.load(ordering: .relaxed) else { return false }
    return bringHome(job, onMainActor: false)
  }

  /// Leaves a job with the simulation that knows its task.
  ///
  /// A task of a simulation that has ended is dropped, for its world is no more: there is no time
  /// that it could run in, and no result that could still tell of it. In any other world it would
  /// do what nobody there has asked for.
  ///
  /// - Returns: Whether the task is of a simulation, of today or ended.
  static func bringHome(_ job: UnownedJob, onMainActor: Bool) -> Bool {
    directory.withLock { directory in
      directory.opened.contains { $0.deliver(job, onMainActor: onMainActor) }
        || directory.ended.contains(taskID(of: job))
    }
  }

  /// Whether a task is one of a simulation that is not this one.
  func isForeign(_ task: UInt64) -> Bool {
    Self.directory.withLock { directory in
      directory.opened.contains { $0 !== self && $0.knows(task) }
        || directory.ended.contains(task)
    }
  }

  /// Remembers a task as one of this simulation.
  func know(_ task: UInt64) {
    state.withLock { _ = $0.tasks.insert(task) }
  }

  private func knows(_ task: UInt64) -> Bool { state.withLock { $0.tasks.contains(task) } }

  /// Leaves a job, if its task is one of this simulation.
  func deliver(_ job: UnownedJob, onMainActor: Bool) -> Bool {
    let id = taskID(of: job)
    return state.withLock { state in
      guard state.tasks.contains(id) else { return false }
      state.arrivals.append(Arrival(job: job, onMainActor: onMainActor))
      hasArrivals.store(true, ordering: .releasing)
      return true
    }
  }

  /// Takes out what has been left, in order.
  func takeArrivals() -> [Arrival] {
    guard hasArrivals.load(ordering: .acquiring) else { return [] }
    return state.withLock { state in
      hasArrivals.store(false, ordering: .relaxed)
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Waits up to 2 s of real time for a job.
  ///
  /// `poll` is used because it takes a span, which no sealed clock distorts.
  ///
  /// - Returns: Whether one came.
  func waitForArrival() -> Bool {
    for _ in 0..<1_000 {
      if hasArrivals.load(ordering: .acquiring) { return true }
      poll(nil, 0, 2)
    }
    return false
  }
}
