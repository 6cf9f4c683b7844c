import Glibc
import Synchronization

/// Where other threads leave jobs of a simulation's tasks: the only part of a simulation that
/// several threads touch.
final class Inbox: Sendable {
  private struct State {
    var tasks: Set<UInt64> = []
    var arrivals: [Arrival] = []
  }

  /// A job that another thread has brought.
  struct Arrival: Sendable {
    let job: UnownedJob
    let onMainActor: Bool
  }

  private static let opened = Mutex<[Inbox]>([])
  private static let openedCount = Atomic<Int>(0)

  private let state = Mutex(State())
  private let hasArrivals = Atomic<Bool>(false)

  private init() {}

  static func open() -> Inbox {
    let inbox = Inbox()
    opened.withLock { $0.append(inbox) }
    openedCount.add(1, ordering: .relaxed)
    return inbox
  }

  static func close(_ inbox: Inbox) {
    openedCount.subtract(1, ordering: .relaxed)
    opened.withLock { inboxes in inboxes.removeAll { $0 === inbox } }
  }

  /// Gives a job that no actor claims to the simulation that it belongs to.
  ///
  /// On a simulation's thread that is this simulation. On any other it is the one whose task it is,
  /// so that a task resumed by a foreign thread comes home instead of running in real time.
  ///
  /// - Returns: Whether there is one.
  static func takeOver(_ job: UnownedJob) -> Bool {
    if let simulation = Simulation.current {
      simulation.take(job, onMainActor: false)
      return true
    }
    guard openedCount.load(ordering: .relaxed) > 0 else { return false }
    return opened.withLock { inboxes in
      inboxes.contains { $0.deliver(job, onMainActor: false) }
    }
  }

  /// Remembers a task as one of this simulation.
  func know(_ task: UInt64) {
    state.withLock { _ = $0.tasks.insert(task) }
  }

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
