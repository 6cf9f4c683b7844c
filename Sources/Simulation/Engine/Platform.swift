// The platform features that story time needs, and the platforms that have them. No other file
// lists them.
//
// | Needed | Linux, Swift 6.3 | Apple's systems |
// | --- | --- | --- |
// | `swift_task_getMainExecutor_hook`, called whenever code hops to the main actor | yes | untested |
// | `swift_task_enqueueGlobal_hook` | yes | present, but used by other code |
// | `_createExecutors(factory:)` and `SchedulingExecutor`, which are SPI of the standard library | yes | the SDK ships no SPI |
// | a `clock_gettime` in the executable that takes precedence over libc's | yes | no: two-level namespaces keep system libraries on their own |
// | libdispatch and Foundation in shared libraries, checked at the start | yes, unless a command is linked with `-static-stdlib` | yes |
//
// Without any of these, some code runs in real time, and the results of a run are not reliable. So
// a command that lacks one can't start a simulation. Package.swift defines `STORY_TIME` for the
// platforms that have all of them; elsewhere, what is in this file takes the place of the rest.
//
// Swift's public executors could carry a part of story time on Apple's systems, once they exist. So
// far, a factory of the main and the default executor is a pitch (Custom Main and Global Executors,
// the fourth: forums.swift.org/t/89107). The compiler has it behind underscores: it looks for a
// `DefaultExecutorFactory` in the main module. Delayed enqueuing is a proposal under review
// (SE-0505). Neither was tried with this package.
//
// | Part of story time | Public executors |
// | --- | --- |
// | jobs of tasks and default actors, in an order of ours | the default executor |
// | jobs of the main actor | the main executor |
// | `Task.sleep`, also with other clocks | `SchedulingExecutor` |
// | whether the app is at rest | both executors know their jobs, but not those of queues |
// | actors whose executor is a queue, `DispatchQueue`, `Timer`, run loops | no: these do not use the executors |
// | `Date()`, `ContinuousClock.now`, locale, zone, random numbers | no |
// | files, sockets and threads | no |
// | `swift test` | only if the main module of tests can choose the factory |
//
// So an app that has only tasks and actors, and asks `context.clock` for the time, could run in
// story time there.
#if !(STORY_TIME && canImport(Glibc))
import Foundation

extension Simulation {
  /// The reason why no simulation can start.
  #if os(Linux)
  static let missing = "this command was built with SCENARIOS_WITHOUT_STORY_TIME"
  #else
  static let missing = "so far, it works only on Linux"
  #endif

  // MARK: - Calls from inside, which there are only in real time

  /// `nil`, because no code is in a simulation.
  static var current: Simulation? { nil }

  /// `nil`, because no code is in a simulation.
  public static var labelOfCaller: WorkLabel? { nil }

  package static func permit(
    _ permissions: SandboxPermissions, lastingTimersOf functions: Set<String>
  ) {}

  package static var seed: UInt64 { 0 }
}

/// A simulation, of which there are none: ``run(startingAt:limits:_:)`` throws the reason.
///
/// Code that drives simulations compiles with it. The documentation of the members is in
/// Simulation.swift and Simulation.Driving.swift, for systems with story time.
public final class Simulation {
  private var none: Never { fatalError("there are no simulations") }

  private init() {}

  /// A clock that shows this simulation's time.
  public var clock: StoryClock { switch none {} }

  /// The story time elapsed since the start.
  public var elapsed: Duration { switch none {} }

  /// The moments at which something will happen.
  public var pendingInstants: [Duration] { switch none {} }

  /// The events so far.
  public var trace: Trace { switch none {} }

  /// The sandbox violations of the code.
  public var violations: [SandboxViolation] { switch none {} }

  /// The permitted actions that leave the simulation.
  public var permissions: SandboxPermissions = []

  package var sharesTemporaryFolder = true

  /// A closure that is called each time the code comes to rest.
  public var onRest: (() -> Void)?

  /// The zone that the code inside reads as the current one.
  public var timeZone: TimeZone?

  /// The locale that the code inside reads as the current one.
  public var locale: Locale?

  package var surroundings: (any AnyObject & Sendable)?

  /// Adds a line to the trace.
  public func note(_ value: some CustomStringConvertible & Sendable) {}

  /// Runs everything that is due at this moment.
  public func settle() throws(Stall) {}

  /// Runs work on the simulation's main actor.
  @discardableResult
  public func perform<R: Sendable>(
    _ label: WorkLabel = "", within limit: Duration? = nil,
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R { switch none {} }

  /// Lets story time pass for a duration.
  public func advance(by duration: Duration) throws(Stall) {}

  /// Lets story time pass until a condition holds.
  public func wait(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Wait { switch none {} }

  /// Lets unfinished work end.
  public func finish(within limit: Duration? = nil) throws(Stall) -> [WorkLabel] {
    switch none {}
  }

  package func run(
    _ label: WorkLabel, within limit: Duration?,
    _ work: @escaping @MainActor @Sendable () async throws -> Void
  ) throws {}

  package func runAtOnce(
    _ label: WorkLabel, _ work: @escaping @MainActor @Sendable () throws -> Void
  ) throws {}

  package func callStack(ofViolation index: Int) -> CallStack? { switch none {} }

  package var lastingTimers: [LastingTimer] { switch none {} }
}
#endif
