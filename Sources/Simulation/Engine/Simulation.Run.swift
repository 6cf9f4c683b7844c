import Foundation

#if STORY_TIME && canImport(Glibc)
import CSimulation
import Synchronization
#endif

extension Simulation {
  /// The reason why a simulation can't start.
  public enum Unavailable: Error, Hashable, CustomStringConvertible {
    /// This platform or process does not support story time; the text describes what is missing.
    case unsupported(String)

    /// The calling thread already runs a simulation.
    case nested

    /// A description of the reason.
    public var description: String {
      switch self {
      case .unsupported(let reason): "this needs story time, which is not available here: \(reason)"
      case .nested: "a simulation can't be started inside another one"
      }
    }
  }

  /// The limits beyond which code counts as never coming to rest.
  public struct Limits: Sendable, Hashable {
    /// The story time that one piece of work may take; 60 s by default.
    public var storyTime: Duration

    /// The number of jobs that may run at one moment; 100,000 by default.
    ///
    /// Beyond it, the code counts as an endless loop. A moment is one millisecond of story time, so
    /// sleeps of zero or of nanoseconds do not reset the count. Ten times as many jobs may run in
    /// one second of story time.
    public var jobsAtOneMoment: Int

    /// The real time that one job may take, in whole seconds; 60 s by default.
    ///
    /// Beyond it, the code counts as an endless loop or as blocked by something outside. It can't be
    /// stopped, so the process ends, with a message that names the app's functions and their lines.
    public var realTime: Duration

    /// Creates limits, with default values for those that are not given.
    public init(
      storyTime: Duration = .seconds(60), jobsAtOneMoment: Int = 100_000,
      realTime: Duration = .seconds(60)
    ) {
      (self.storyTime, self.jobsAtOneMoment) = (storyTime, jobsAtOneMoment)
      self.realTime = realTime
    }
  }

  /// The default start date of a simulation: 2001-01-01T00:00:00Z.
  public static let defaultStart = Date(timeIntervalSinceReferenceDate: 0)

  /// The outcome of a wait.
  public enum Wait: Sendable, Hashable {
    /// The condition holds; story time is at the first moment at which it held.
    case held
    /// The condition does not hold, and story time has advanced to the limit.
    case timeOver
    /// No pending work is left, so the condition can never hold; no further time has passed.
    case nothingLeft
  }

  /// Runs a simulation on the calling thread.
  ///
  /// A process runs one simulation at a time: a call on a second thread waits until the first
  /// simulation has ended. So `body` must not wait for a thread that starts a simulation itself.
  ///
  /// The code inside has a home folder and a temporary folder of its own, which are empty at the
  /// start, and are emptied again by the next simulation. It can't change files in the home folder
  /// of the user, but in the temporary folder of the process.
  ///
  /// Work that is unfinished when `body` returns never continues; ``finish(within:)`` reports it.
  ///
  /// - Parameters:
  ///   - start: The calendar date at the start; 2001-01-01T00:00:00Z by default.
  ///   - limits: The limits beyond which code counts as never coming to rest.
  ///   - body: Drives the simulation from outside: nothing happens in the simulation between its
  ///     calls.
  /// - Throws: ``Unavailable``, or the error that `body` throws.
  @discardableResult
  public static func run<R>(
    startingAt start: Date = defaultStart, limits: Limits = Limits(),
    _ body: (Simulation) throws -> R
  ) throws -> R { try run(startingAt: start, limits: limits, clearing: {}, body) }

  /// Runs `async` code to its end in story time, on the calling thread.
  ///
  ///     try Simulation.perform {
  ///       try await Task.sleep(for: .seconds(30))  // takes no time
  ///     }
  ///
  /// - Throws: ``Unavailable``; ``Stall`` if the code never ends; otherwise the error that the code
  ///   throws.
  @discardableResult
  public static func perform<R: Sendable>(
    startingAt start: Date = defaultStart, limits: Limits = Limits(),
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    try run(startingAt: start, limits: limits) { simulation in
      try simulation.perform { try await work() }
    }
  }

  /// The reason why no simulation can start in this process; `nil` if one can.
  package static var unavailable: Unavailable? {
    #if STORY_TIME && canImport(Glibc)
    Installation.currentProblem.map { .unsupported($0) }
    #else
    .unsupported(missing)
    #endif
  }

  #if STORY_TIME && canImport(Glibc)
  /// Held while a simulation runs, because a process runs one at a time.
  private static let lock = NSLock()
  /// The thread that holds the lock; 0 if none does.
  private static let holder = Atomic<pthread_t>(0)
  #endif

  /// Runs a simulation, after the state that earlier ones have left in this process is cleared.
  ///
  /// - Parameter clear: Clears it while no simulation runs, outside of them but with the home folder
  ///   of code inside; not called if nothing has changed.
  package static func run<R>(
    startingAt start: Date, limits: Limits = Limits(), clearing clear: () -> Void,
    _ body: (Simulation) throws -> R
  ) throws -> R {
    if let unavailable { throw unavailable }
    #if STORY_TIME && canImport(Glibc)
    let thread = pthread_self()
    // Only this thread stores its own id, so any other value means that it does not hold the lock.
    guard holder.load(ordering: .relaxed) != thread else { throw Unavailable.nested }
    lock.lock()
    holder.store(thread, ordering: .relaxed)
    putBackProcess(clear)
    forgetReadSettings()
    let simulation = Simulation(start: start, limits: limits)
    if progress == nil {
      simulation_watch(
        simulation.progress.jobs, Int32(clamping: limits.realTime.components.seconds))
    }
    guard simulation_begin_stacks(Unmanaged.passUnretained(simulation).toOpaque()) else {
      holder.store(0, ordering: .relaxed)
      lock.unlock()
      throw Unavailable.unsupported("the system has no memory for a stack")
    }
    defer {
      simulation.end()
      simulation.restoreDefaults()
      forgetReadSettings()
      simulation_end_stacks()
      holder.store(0, ordering: .relaxed)
      lock.unlock()
    }
    return try body(simulation)
    #else
    throw Unavailable.unsupported(missing)
    #endif
  }
}
