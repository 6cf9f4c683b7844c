#if STORY_TIME && canImport(Glibc)
import CSimulation
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The main actor's executor inside simulations.
///
/// It is never freed, because a task that waits forever keeps an unowned reference to its executor.
final class SimulationMainExecutor: SerialExecutor, SchedulingExecutor {
  static let shared = SimulationMainExecutor()

  /// The main actor's executor if the calling thread is in a simulation; otherwise `nil`.
  static var ofCaller: UnownedSerialExecutor? {
    simulation_current() == nil ? nil : shared.asUnownedSerialExecutor()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = Simulation.current, simulation.owns(job) {
      simulation.take(job, onMainActor: true)
    } else {
      _ = ExternalJobQueue.add(job, onMainActor: true)
    }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    if let simulation = Simulation.current {
      simulation.take(UnownedJob(job), onMainActor: true, after: delay as? Duration)
    } else {
      _ = ExternalJobQueue.add(UnownedJob(job), onMainActor: true)
    }
  }

  func checkIsolated() { precondition(simulation_is_on_main_thread(), "not on the main actor") }

  func isIsolatingCurrentContext() -> Bool? { simulation_is_on_main_thread() }
}

/// The default executor of the process.
///
/// It uses the simulation on a simulation's thread, and the platform's executor everywhere else.
final class SimulationDefaultExecutor: TaskExecutor, SchedulingExecutor {
  static let shared = SimulationDefaultExecutor(platform: Task<Never, Never>.defaultExecutor)

  private let platform: any TaskExecutor

  /// The platform's executor if it can set timers; otherwise `nil`.
  let platformTimers: (any SchedulingExecutor)?

  private init(platform: any TaskExecutor) {
    self.platform = platform
    platformTimers = platform as? any SchedulingExecutor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if ExternalJobQueue.takeOver(job) { return }
    Simulation.outside { platform.enqueue(ExecutorJob(job)) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    if let simulation = Simulation.current {
      simulation.take(UnownedJob(job), onMainActor: false, after: delay as? Duration)
    } else {
      platformTimers?.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }
  }
}
#endif
