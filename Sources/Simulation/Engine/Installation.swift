#if STORY_TIME && canImport(Glibc)
import CSimulation
import Foundation
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The hooks between Swift's concurrency runtime and the platform, installed once per process.
///
/// There are three hooks, as in Swift 6.3 for Linux. Each checks the thread on which it is called
/// and forwards to the platform if that thread is in no simulation. So the rest of the process is
/// not affected.
enum Installation {
  /// A description of what this process lacks; `nil` if story time works.
  static let problem: String? = install()

  /// A description of the current problem; `nil` if there is none.
  ///
  /// It is a failed installation, a clock that reads real time, or a hook that another library has
  /// replaced since.
  static var currentProblem: String? {
    if simulation_has_bad_seed() {
      return
        "\(SIMULATION_SEED) or \(SIMULATION_HASH_SEED) is not a whole number from 0 to \(UInt64.max)"
    }
    if let problem = problem ?? clockProblem { return problem }
    return Task<Never, Never>.defaultExecutor === SimulationDefaultExecutor.shared
      ? nil : "another library of this process has replaced Swift's default executor"
  }

  /// The reason why the clocks of Swift and Foundation don't read story time; `nil` if they do.
  private static let clockProblem: String? = {
    let second: Int64 = 1_000_000_000
    let ignore: simulation_violation_handler = { _, _, _, _ in }
    // Any pointer can represent the simulation, because reading a clock does not call the handler.
    simulation_enter(UnsafeMutableRawPointer(bitPattern: 1), ignore, false)
    defer { simulation_leave() }
    func clocks(at seconds: Int64) -> (Date, ContinuousClock.Instant, SuspendingClock.Instant) {
      simulation_set_time(seconds * second, seconds * second)
      return (Date(), .now, .now)
    }
    let (first, next) = (clocks(at: 1), clocks(at: 3))
    let works =
      first.0 == Date(timeIntervalSince1970: 1) && next.0 == Date(timeIntervalSince1970: 3)
      && next.1 - first.1 == .seconds(2) && next.2 - first.2 == .seconds(2)
    return works
      ? nil
      : "Swift or Foundation reads real time, because another library replaces clock_gettime; "
        + "link the Swift libraries dynamically and preload no library that changes the clock"
  }()

  private typealias EnqueueGlobal =
    @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void
  private typealias GetMainExecutor =
    @convention(thin) (@convention(thin) () -> UnownedSerialExecutor) -> UnownedSerialExecutor

  private static func install() -> String? {
    guard simulation_is_interposed() else {
      return "the Swift libraries are linked statically, so code would read real time; "
        + "link them dynamically: build without -static-stdlib and --static-swift-stdlib"
    }
    if let missing = simulation_missing_symbol() {
      return "this version of Foundation or libdispatch has no \(String(cString: missing))"
    }
    guard let enqueueGlobal = hook("swift_task_enqueueGlobal_hook", as: EnqueueGlobal.self),
      let getMainExecutor = hook("swift_task_getMainExecutor_hook", as: GetMainExecutor.self)
    else { return "this Swift runtime has no hooks for the main actor and for global tasks" }
    guard enqueueGlobal.pointee == nil, getMainExecutor.pointee == nil else {
      return "another library of this process has taken over Swift's task hooks; "
        + "story time can't be used together with it"
    }
    guard SimulationDefaultExecutor.shared.platformTimers != nil else {
      return "this platform's executor can't set timers"
    }
    // 1. The default executor, where Task.sleep in a plain actor or a detached task sets its timer.
    _createExecutors(factory: Executors.self)
    // 2. Jobs that no actor claims.
    enqueueGlobal.pointee = { job, platform in
      if !ExternalJobQueue.takeOver(job) { Simulation.outside { platform(job) } }
    }
    // 3. The main actor, whose executor is the simulation's on the simulation's thread.
    getMainExecutor.pointee = { platform in SimulationMainExecutor.ofCaller ?? platform() }
    return nil
  }

  /// Returns a hook variable of the runtime; `nil` if the runtime does not have it.
  ///
  /// Sound because the runtime exports the variable under this name as a pointer to a thin function
  /// of this type. The tests of this target check that on the toolchain in use.
  private static func hook<Function>(
    _ name: String, as type: Function.Type
  ) -> UnsafeMutablePointer<Function?>? {
    dlsym(nil, name)?.assumingMemoryBound(to: Function?.self)
  }

  private struct Executors: ExecutorFactory {
    static let mainExecutor: any MainExecutor = MainActor.executor
    static let defaultExecutor: any TaskExecutor = SimulationDefaultExecutor.shared
  }
}

/// Installs the hooks.
///
/// CSimulation calls this function when the process starts, before there is a second thread.
@_cdecl("simulation_install")
func installAtLoad() { _ = Installation.problem }

/// Returns the ID that Swift's runtime assigned to the task of a job; 0 if the job belongs to an
/// actor.
///
/// The runtime exports this function for debuggers. It reads a field of the job, which is alive
/// while an executor holds it.
@_silgen_name("swift_task_getJobTaskId")
func taskID(of job: UnownedJob) -> UInt64

/// The ID of the task that this thread runs; `nil` if it runs none.
///
/// Sound because `UnsafeCurrentTask` contains only a reference to the runtime's `AsyncTask`. That
/// is a `Job`, which is what an `UnownedJob` points to. The task is alive while it runs.
var currentTaskID: UInt64? {
  withUnsafeCurrentTask { task in
    task.map { taskID(of: unsafeBitCast($0, to: UnownedJob.self)) }
  }
}
#endif
