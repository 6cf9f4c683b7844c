#if STORY_TIME && canImport(Glibc)
import CSimulation
import Foundation

/// An environment for ordinary `async` code, in which waiting takes no real time.
///
/// Inside, `@MainActor` code, `Task`, `Task.sleep`, actors, task groups and streams work as usual,
/// on one thread and in one order. Jobs run first in, first out, and when none is left, the clock
/// jumps to the next timer. `Date()` and `ContinuousClock` read story time. A process runs one
/// simulation at a time.
///
///     let shown = try Simulation.run { simulation in
///       let screen = try simulation.perform { Screen() }
///       try simulation.perform { screen.tapLoad() }
///       try simulation.advance(by: .milliseconds(100))
///       return try simulation.perform { screen.text }
///     }
///
/// A simulation belongs to the thread that runs it and to the call of
/// ``run(startingAt:limits:_:)``, and can't be driven after that call returns. The driver runs
/// outside, in real time; only the work that it performs is inside.
public final class Simulation {
  /// A clock that shows this simulation's time, for any code in it.
  public let clock: StoryClock

  /// The events so far.
  @exclusivity(unchecked) public internal(set) var trace = Trace()

  /// The sandbox violations of the code, in order, up to the first 10,000.
  public var violations: [SandboxViolation] {
    takeForeignActions()
    return recordedViolations
  }
  @exclusivity(unchecked) var recordedViolations: [SandboxViolation] = []
  /// The call stacks of the first violations, by their indices.
  @exclusivity(unchecked) private var callStacks: [Int: CallStack] = [:]

  /// The permitted actions that leave the simulation; none by default.
  public var permissions: SandboxPermissions = [] {
    didSet { simulation_permit(permissions.rawValue) }
  }

  /// Whether code inside may change files in the temporary folder of the process; `true` by default.
  ///
  /// It always has one of its own, empty at the start.
  package var sharesTemporaryFolder = true {
    didSet { simulation_share_temporary_folder(sharesTemporaryFolder) }
  }

  /// A closure that is called each time the code comes to rest; `nil` by default.
  ///
  /// At that point, everything that is due at a moment has happened, and time has not advanced yet.
  ///
  /// It is called once for every moment at which something happens. It is called once more at the
  /// end of ``settle()``, ``perform(_:within:_:)``, ``advance(by:)`` and ``wait(upTo:until:)`` if
  /// they end at a later moment. Work that ends between two timers is seen at the moment of its
  /// end.
  ///
  /// It runs on the driving thread, outside of the simulation, and may inspect the inside:
  ///
  ///     simulation.onRest = {
  ///       let total = try? simulation.perform(within: .zero) { basket.total }
  ///     }
  ///
  /// It must not let time pass. It is not called for work that it performs itself, nor for work
  /// that the condition of a ``wait(upTo:until:)`` performs, because inspection is not an event.
  /// Capture the simulation `unowned` or set this property to `nil` at the end; otherwise the two
  /// keep each other alive.
  public var onRest: (() -> Void)?

  /// Objects of the driver that the code inside can reach, such as a scenario's doubles.
  package var surroundings: (any AnyObject & Sendable)?

  /// The zone that the code inside reads as the current one; `nil`, the default, for the machine's.
  ///
  /// `Date` and its formats, `Calendar.current` and `DateFormatter` follow it; C's `localtime` does
  /// not. While the simulation runs, it is also the process's `NSTimeZone.default`, for all
  /// threads.
  @exclusivity(unchecked) public var timeZone: TimeZone? {
    didSet {
      guard let timeZone, case let before = NSTimeZone.default, before != timeZone else { return }
      if defaultZone == nil { defaultZone = before }
      NSTimeZone.default = timeZone
    }
  }
  /// The process's default zone before the simulation.
  @exclusivity(unchecked) private var defaultZone: TimeZone?

  /// The locale that the code inside reads as the current one; `nil`, the default, for the
  /// machine's.
  @exclusivity(unchecked) public var locale: Locale?

  let limits: Limits
  let progress = Simulation.progress ?? .ofProcess

  // State that changes with every job. It needs no exclusivity checks at run time, which would take
  // as long as the change: only the simulation's thread uses it, and no change calls other code.
  @exclusivity(unchecked) var events = EventQueue<DueWork>()
  @exclusivity(unchecked) var tasks = TaskRegister()
  @exclusivity(unchecked) var origins = Origins()
  @exclusivity(unchecked) var jobsAtThisMoment = 0
  /// The number of jobs in the earlier moments of this second of story time.
  @exclusivity(unchecked) var jobsInThisSecond = 0

  /// The tasks that wait for work from the driver.
  @exclusivity(unchecked) var idleTasks: [WorkTask] = []

  /// The label of the work for which a task is being created.
  @exclusivity(unchecked) var labelOfNewTask: WorkLabel?

  // State of Dispatch's objects, by their addresses.
  @exclusivity(unchecked) var queues = SimulatedQueues()
  /// The work to do when nothing is in a group any more.
  @exclusivity(unchecked) var notifications: [UnsafeMutableRawPointer: [GroupNotification]] = [:]
  @exclusivity(unchecked) var sources: [UnsafeMutableRawPointer: SimulatedSource] = [:]
  @exclusivity(unchecked) var loopTimers: [UnsafeMutableRawPointer: SimulatedLoopTimer] = [:]

  /// The closures that ``DueWork/call(_:)`` stands for, with their moments.
  @exclusivity(unchecked) var calls: [Int: (at: Int64, timer: LastingTimer?, body: () -> Void)] =
    [:]
  @exclusivity(unchecked) var callCount = 0

  /// The dates of the files that the code has changed.
  @exclusivity(unchecked) var fileDates: [FileDates.FileID: FileDates] = [:]

  /// The stacks that wait, in the order of their waits.
  @exclusivity(unchecked) var suspended: [SuspendedStack] = []
  /// Whether a suspended stack runs code of the main actor, so that no other code of it may run.
  @exclusivity(unchecked) var mainIsHeld = false
  /// The events that became due meanwhile.
  @exclusivity(unchecked) var waitingForMain: [DueWork] = []
  /// The synchronous work of the driver that has not begun yet.
  @exclusivity(unchecked) var workOfDriver: WorkOfDriver?
  /// The error with which the stacks stopped.
  @exclusivity(unchecked) var stall: Stall?

  /// The moment whose jobs ``jobsAtThisMoment`` counts.
  @exclusivity(unchecked) var moment: Int64 = 0

  /// The functions of the app whose timers may last.
  var functionsOfLastingTimers: Set<String> = []
  /// Whether the simulation only lets unfinished work end.
  var isFinishing = false
  /// Whether an observation is read, which counts no jobs and lets no rest be noticed.
  var isObserved = false
  @exclusivity(unchecked) var hasEnded = false
  /// The number of times that the simulation waited in real time for a job, and got it.
  var lateJobs = 0
  /// Whether the code has resumed a task of an earlier simulation, which does not continue.
  var hasResumedEarlierTask = false
  /// The number of violations when a wait for a late job was in vain.
  var violationsAtFailedWait = 0

  init(start: Date, limits: Limits) {
    self.limits = limits
    clock = StoryClock(start: start)
    simulation_permit(0)
    simulation_share_temporary_folder(true)
    simulation_forget_foreign_actions()
    simulation_begin_dates()
    progress.timeMoved(to: 0)
  }

  /// The story time elapsed since the start.
  public var elapsed: Duration { .nanoseconds(events.now) }

  /// The moments at which sleeping tasks will continue and timers are due, counted from the start,
  /// in ascending order.
  ///
  /// The sleeps of cancelled tasks are not included.
  public var pendingInstants: [Duration] {
    var instants = tasks.wakingInstants
    if !calls.isEmpty { instants = (instants + calls.values.map(\.at)).sorted() }
    return instants.map { .nanoseconds($0) }
  }

  /// Puts back the process's default zone.
  func restoreDefaults() { if let defaultZone { NSTimeZone.default = defaultZone } }

  /// The seed of random numbers and hash values in this process: the variable `SCENARIOS_SEED`.
  package static var seed: UInt64 { simulation_seed() }

  // MARK: - Calls from inside

  /// The simulation that the calling thread is in; `nil` if it is in none.
  static var current: Simulation? {
    simulation_current().map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Adds a line to the trace, for code that drives the simulation.
  public func note(_ value: some CustomStringConvertible & Sendable) {
    record(.note(Trace.Note(value)))
  }

  func record(_ event: consuming Trace.Event) { trace.append(event, at: elapsed) }

  func violated(_ violation: SandboxViolation) {
    if callStacks.count < 100 {
      let queue = simulation_holdings().map { queues.queue($0.pointee.queue) }
      callStacks[recordedViolations.count] = CallStack(
        on: queue?.runsOnMain == false ? queue?.name : nil)
    }
    note(violation)
    if case .threadSleep(let duration) = violation { move(to: instant(after: duration)) }
  }

  private func note(_ violation: SandboxViolation) {
    if recordedViolations.count < 10_000 { recordedViolations.append(violation) }
    record(.violated(violation))
  }

  /// Adds the violations of threads that the code started, without call stacks.
  private func takeForeignActions() {
    var action = simulation_foreign_action()
    while simulation_take_foreign_action(&action) {
      let object = withUnsafeBytes(of: action.object) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      note(SandboxViolation(action.kind, object: object))
    }
  }

  /// Sets what the code of the simulation that the calling code is in may do.
  ///
  /// - Parameters:
  ///   - permissions: The simulation's ``permissions``.
  ///   - functions: The functions of the app whose timers may last, such as `Clock.start()`.
  package static func permit(
    _ permissions: SandboxPermissions, lastingTimersOf functions: Set<String>
  ) {
    current?.permissions = permissions
    current?.functionsOfLastingTimers = functions
  }

  /// Returns the app's functions that led to a violation; `nil` if they are not known.
  ///
  /// - Parameter index: The violation's index in ``violations``.
  package func callStack(ofViolation index: Int) -> CallStack? { callStacks[index] }
}
#endif
