import CSimulation
import Foundation

/// A world of its own for ordinary `async` code, in which waiting takes no time.
///
/// Inside, `@MainActor` code, `Task`, `Task.sleep`, actors, task groups and streams work as they
/// always do, on one thread and in one order: jobs run first in, first out, and when none is left
/// the clock jumps to the next timer. `Date()` and `ContinuousClock` read story time. A process
/// runs one simulation at a time.
///
///     let shown = try Simulation.run { simulation in
///       let screen = try simulation.perform { Screen() }
///       try simulation.perform { screen.tapLoad() }
///       try simulation.advance(by: .milliseconds(100))
///       return try simulation.perform { screen.text }
///     }
///
/// A simulation belongs to the thread that runs it and to the call of
/// ``run(startingAt:limits:_:)``, and can't be driven after that call returns. The driver stands
/// outside, in real time; only what it performs is inside.
public final class Simulation {
  /// When a simulation says that its code will not come to rest.
  public struct Limits: Sendable, Hashable {
    /// How much story time one piece of work may take; 60 s unless said otherwise.
    public var storyTime: Duration

    /// How many jobs may run at one moment before the code counts as running in circles; 100,000
    /// unless said otherwise.
    ///
    /// A moment is one millisecond of story time, so sleeps of zero or of nanoseconds do not reset
    /// the count. Ten times as many jobs may run in one second of story time.
    public var jobsAtOneMoment: Int

    /// Creates limits; those not named have their usual values.
    public init(storyTime: Duration = .seconds(60), jobsAtOneMoment: Int = 100_000) {
      self.storyTime = storyTime
      self.jobsAtOneMoment = jobsAtOneMoment
    }
  }

  /// The moment at which a simulation starts where none is given: 2001-01-01T00:00:00Z.
  public static let defaultStart = Date(timeIntervalSinceReferenceDate: 0)

  /// A clock that shows this simulation's time and can be handed to any code in it.
  public let clock: StoryClock

  /// What has happened so far.
  @exclusivity(unchecked) public internal(set) var trace = Trace()

  /// What code did outside story time, in order, up to the first 10,000.
  @exclusivity(unchecked) public internal(set) var escapes: [Escape] = []

  /// Called each time the code has come to rest: all that is due at a moment has happened, and time
  /// has not moved on yet; `nil` unless set.
  ///
  /// It is called once for every moment at which something happens, and once more at the end of
  /// ``settle()``, ``perform(_:within:_:)``, ``advance(by:)`` and ``wait(upTo:until:)`` where they
  /// end at a later one. Work that ends between two timers has been seen at the moment of its end.
  ///
  /// It runs on the driving thread, outside of the simulation, and may look inside:
  ///
  ///     simulation.onRest = {
  ///       let total = try? simulation.perform(within: .zero) { basket.total }
  ///     }
  ///
  /// It must not let time pass. It is not called for what it performs itself, nor for what the
  /// condition of a ``wait(upTo:until:)`` does: looking is no news. Capture the simulation
  /// `unowned` or set this to `nil` in the end, or the two keep each other alive.
  public var onRest: (() -> Void)?

  let limits: Limits
  let progress = Simulation.progress

  // What changes with every job. That nobody looks at it while it is being changed needs no proof
  // at run time, which would take as long as the change: only the simulation's thread comes here,
  // and no change calls code of anybody else.
  @exclusivity(unchecked) var events = EventQueue<DueJob>()
  @exclusivity(unchecked) var tasks = TaskRegister()
  @exclusivity(unchecked) var origins = Origins()
  @exclusivity(unchecked) var jobsAtThisMoment = 0
  /// The jobs of the earlier moments of this second of story time.
  @exclusivity(unchecked) var jobsInThisSecond = 0

  /// The tasks that wait for work of the driver.
  @exclusivity(unchecked) var idleTasks: [WorkTask] = []

  /// The label of the work that a task is made for now.
  @exclusivity(unchecked) var labelOfNewTask: WorkLabel?

  /// The moment that ``jobsAtThisMoment`` counts jobs of.
  @exclusivity(unchecked) var moment: Int64 = 0

  var isLooking = false
  var hasEnded = false
  var lateJobs = 0

  init(start: Date, limits: Limits) {
    self.limits = limits
    clock = StoryClock(start: start)
    progress?.timeMoved(to: 0)
  }

  /// How much story time has passed since the start.
  public var elapsed: Duration { .nanoseconds(events.now) }

  /// The moments at which some task will go on that sleeps now, counted from the start, the
  /// earliest first.
  ///
  /// What a cancelled task slept for is not among them.
  public var pendingInstants: [Duration] { tasks.wakingInstants.map { .nanoseconds($0) } }

  // MARK: - What code inside tells

  /// The simulation that the calling thread is in.
  static var current: Simulation? {
    simulation_current().map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Writes a line into the trace of the simulation that the calling code is in; does nothing
  /// outside of one.
  ///
  /// - Parameter value: What happened; its description is the line, and is asked for only when the
  ///   trace is read.
  public static func note<Value: CustomStringConvertible & Sendable>(
    _ value: @autoclosure () -> Value
  ) {
    guard let current else { return }
    current.note(value())
  }

  /// The story time of the simulation that the calling code is in, counted from its start; `nil`
  /// outside of one.
  public static var timeOfCaller: Duration? { current?.elapsed }

  /// Writes a line into the trace, for code that drives the simulation.
  public func note(_ value: some CustomStringConvertible & Sendable) {
    record(.note(Trace.Note(value)))
  }

  func record(_ event: Trace.Event) {
    trace.append(event, at: elapsed)
  }

  func escaped(_ escape: Escape) {
    if escapes.count < 10_000 { escapes.append(escape) }
    record(.escaped(escape))
    if case .threadSleep(let duration) = escape { move(to: instant(after: duration)) }
  }
}
