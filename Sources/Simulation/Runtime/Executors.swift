import CSimulation
import Synchronization
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The main actor's executor inside a simulation.
///
/// Executors are never freed, because a task that waits for ever keeps an unowned reference to its
/// own: they are lent to one simulation after the other, so there are never more of them than
/// simulations ran side by side.
final class SimulationMainExecutor: SerialExecutor, SchedulingExecutor {
  private static let idle = Mutex<[SimulationMainExecutor]>([])

  private let inbox = Mutex<Inbox?>(nil)

  static func borrow() -> SimulationMainExecutor {
    idle.withLock { $0.popLast() } ?? SimulationMainExecutor()
  }

  func giveBack() {
    if let closed = inbox.withLock({ $0.take() }) { Inbox.close(closed) }
    Self.idle.withLock { $0.append(self) }
  }

  /// The one of the simulation that the calling thread is in.
  ///
  /// It is asked for several times in every piece of work, so nothing is retained on the way: while
  /// a thread is in a simulation, that keeps its executor.
  static var ofCaller: UnownedSerialExecutor? {
    simulation_current().map { simulation in
      Unmanaged<Simulation>.fromOpaque(simulation)._withUnsafeGuaranteedRef {
        Unmanaged.passUnretained($0.mainExecutor)._withUnsafeGuaranteedRef {
          $0.asUnownedSerialExecutor()
        }
      }
    }
  }

  func open() -> Inbox {
    let opened = Inbox.open()
    inbox.withLock { $0 = opened }
    return opened
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = Simulation.current, simulation.mainExecutor === self, simulation.owns(job) {
      simulation.take(job, onMainActor: true)
    } else {
      bringHome(job)
    }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    if let simulation = Simulation.current, simulation.mainExecutor === self {
      simulation.take(UnownedJob(job), onMainActor: true, after: delay as? Duration)
    } else {
      bringHome(UnownedJob(job))
    }
  }

  /// Leaves a job that comes from another thread, or from a simulation that this executor was not
  /// made for.
  ///
  /// If nobody claims it, it is of an earlier simulation that had been given up. It is dropped on
  /// purpose: its world is no more, and the one that borrows this executor now is none of its
  /// business.
  private func bringHome(_ job: UnownedJob) {
    _ = Inbox.bringHome(job, onMainActor: true)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
  }

  func checkIsolated() {
    precondition(
      Simulation.current?.mainExecutor === self, "not on the main actor of this simulation")
  }
}

/// The default executor of the process: the simulation's on its thread, the platform's everywhere
/// else.
final class SimulationDefaultExecutor: TaskExecutor, SchedulingExecutor {
  static let shared = SimulationDefaultExecutor(platform: Task<Never, Never>.defaultExecutor)

  private let platform: any TaskExecutor

  /// The platform's way of setting a timer; `nil` on one that has none.
  let platformTimers: (any SchedulingExecutor)?

  private init(platform: any TaskExecutor) {
    self.platform = platform
    platformTimers = platform as? any SchedulingExecutor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Inbox.takeOver(job) { return }
    Simulation.outside { platform.enqueue(ExecutorJob(job)) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    if let simulation = Simulation.current {
      simulation.take(UnownedJob(job), onMainActor: false, after: delay as? Duration)
    } else {
      platformTimers?.enqueue(
        job, after: delay, tolerance: tolerance, clock: clock)
    }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    if Simulation.current != nil {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    } else {
      platformTimers?.enqueue(
        job, at: instant, tolerance: tolerance, clock: clock)
    }
  }
}
