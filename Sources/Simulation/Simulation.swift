import CSimulation
import Foundation

/// A world of its own for ordinary `async` code, in which waiting takes no time.
///
/// Inside, `@MainActor` code, `Task`, `Task.sleep`, actors, task groups and streams work as they
/// always do, on one thread and in one order: jobs run first in, first out, and when none is left
/// the clock jumps to the next timer. `Date()` and `ContinuousClock` read story time. Simulations
/// on different threads run side by side and don't know of each other.
///
///     let shown = try Simulation.run { simulation in
///       let screen = try simulation.perform { Screen() }
///       try simulation.perform { screen.tapLoad() }
///       try simulation.advance(by: .milliseconds(100))
///       return try simulation.perform { screen.text }
///     }
///
/// A simulation belongs to the thread that runs it and to the call of
/// ``run(startingAt:limits:_:)``. Whoever drives it stands outside, in real time; only what it
/// performs is inside.
public final class Simulation {
  /// When a simulation says that its code will not come to rest.
  public struct Limits: Sendable, Hashable {
    /// How much story time one piece of work may take; 60 s unless said otherwise.
    public var storyTime: Duration

    /// How many jobs may run at one moment before the code counts as running in circles; 100,000
    /// unless said otherwise.
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
  public private(set) var trace = Trace()

  /// What code did outside story time so far, in order.
  public private(set) var escapes: [Escape] = []

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
  let mainExecutor: SimulationMainExecutor
  private let inbox: Inbox
  private let pulse: Pulse?
  private var agenda = Agenda<DueJob>()
  private var numbers: [UInt64: Int] = [:]
  private var origins: [Origin] = []
  private var jobsAtThisMoment = 0
  private var isLooking = false
  private var lateArrivals = 0

  /// How often a simulation waits for another thread; one that keeps bringing jobs would never end.
  private static let lateArrivalLimit = 100

  init(start: Date, limits: Limits, pulse: Pulse?) {
    self.limits = limits
    self.pulse = pulse
    clock = StoryClock(start: start)
    mainExecutor = SimulationMainExecutor.borrow()
    inbox = mainExecutor.open()
  }

  deinit {
    mainExecutor.giveBack()
  }

  // MARK: - Driving

  /// How much story time has passed since the start.
  public var elapsed: Duration { .nanoseconds(agenda.now) }

  /// Lets everything happen that is due at this moment; no time passes.
  ///
  /// - Throws: ``Stall`` if that never ends.
  public func settle() throws(Stall) {
    jobsAtThisMoment = 0
    try comeToRest()
  }

  /// Runs work on the simulation's main actor and lets story time pass until it ends.
  ///
  /// Tasks that the work starts and does not wait for go on afterwards.
  ///
  /// - Parameters:
  ///   - label: What the work is called where it, or a task that it started, never ends; see
  ///     ``finish()``.
  ///   - limit: How much story time it may take, ``Limits/storyTime`` unless given. With `.zero`,
  ///     no time passes.
  /// - Throws: ``Stall`` if the work does not end; else what the work throws.
  @discardableResult
  public func perform<R: Sendable>(
    _ label: String = "", within limit: Duration? = nil,
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    let outcome = Outcome<R>()
    let origin = Origin(label)
    origins.append(origin)
    inside {
      Origin.$current.withValue(origin) {
        _ = Task { @MainActor in
          do {
            outcome.set(.success(try await work()))
          } catch {
            outcome.set(.failure(error))
          }
        }
      }
    }
    let limit = limit ?? limits.storyTime
    let deadline = instant(after: limit)
    try settle()
    while true {
      if let result = outcome.result { return try result.get() }
      if try moveToNextInstant(notAfter: deadline) { continue }
      if try receiveLateArrivals() { continue }
      throw Stall(
        agenda.nextInstant == nil ? .nothingLeft : .storyTimeLimit(limit), pending: pendingInstants)
    }
  }

  /// Lets this much story time pass, with everything that happens in it.
  ///
  /// - Throws: ``Stall`` if something in it never comes to rest.
  public func advance(by duration: Duration) throws(Stall) {
    let end = instant(after: duration)
    try settle()
    while try moveToNextInstant(notAfter: end) {}
    rest(at: end)
  }

  /// How a wait ended.
  public enum Wait: Sendable, Hashable {
    /// The condition holds; time stands at the first moment at which it did.
    case held
    /// The time is over, and it has passed.
    case timeOver
    /// Nothing more will ever happen, so it can't come to hold; no further time has passed.
    case nothingLeft
  }

  /// Lets story time pass until a condition holds, looking at every moment at which something
  /// happened.
  ///
  /// What is shown only between two jobs of one moment is not looked at: no person could have seen
  /// it.
  ///
  /// - Throws: ``Stall`` if something in it never comes to rest; what the condition throws.
  public func wait(
    upTo limit: Duration, until condition: () throws -> Bool
  ) throws -> Wait {
    let end = instant(after: limit)
    try settle()
    while true {
      if try look(condition) { return .held }
      if try moveToNextInstant(notAfter: end) { continue }
      if try receiveLateArrivals() { continue }
      if agenda.nextInstant == nil { return .nothingLeft }
      rest(at: end)
      return .timeOver
    }
  }

  /// Ends the simulation: lets what is under way come to its end, and says what never does.
  ///
  /// To be called when whatever owned the tasks has been let go.
  ///
  /// - Parameter limit: How much story time the rest may take, ``Limits/storyTime`` unless given.
  /// - Returns: The labels of the work whose tasks are still not done, each once, in order. A task
  ///   that was detached does not count.
  /// - Throws: ``Stall`` if something never comes to rest.
  public func finish(within limit: Duration? = nil) throws(Stall) -> [String] {
    let end = instant(after: limit ?? limits.storyTime)
    try settle()
    while !unfinishedOrigins.isEmpty, try moveToNextInstant(notAfter: end) {}
    if !unfinishedOrigins.isEmpty, try receiveLateArrivals() {
      while !unfinishedOrigins.isEmpty, try moveToNextInstant(notAfter: end) {}
    }
    var seen: Set<String> = []
    return unfinishedOrigins.filter { seen.insert($0).inserted }
  }

  /// The moments at which something is still set to happen, counted from the start.
  public var pendingInstants: [Duration] { agenda.instants.map { .nanoseconds($0) } }

  // MARK: - What code inside tells

  /// The simulation that the calling thread is in.
  static var current: Simulation? {
    simulation_current().map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Writes a line into the trace of the simulation that the calling code is in; does nothing
  /// outside of one.
  public static func note(_ text: @autoclosure () -> String) {
    current?.record(.note(text()))
  }

  /// The story time of the simulation that the calling code is in, counted from its start; `nil`
  /// outside of one.
  public static var timeOfCaller: Duration? { current?.elapsed }

  /// Writes a line into the trace, for whoever drives the simulation.
  public func note(_ text: String) {
    record(.note(text))
  }

  func record(_ event: Trace.Event) {
    trace.append(event, at: elapsed)
  }

  func escaped(_ escape: Escape) {
    escapes.append(escape)
    record(.escaped(escape))
    if case .threadSleep(let duration) = escape { move(to: instant(after: duration)) }
  }

  /// Puts the thread into the simulation for a moment.
  ///
  /// The driver stays outside, in real time.
  private func inside(_ body: () -> Void) {
    simulation_enter(Unmanaged.passUnretained(self).toOpaque(), heardOfEscape)
    simulation_set_time(clock.startNanoseconds &+ agenda.now, agenda.now)
    body()
    simulation_leave()
  }

  // MARK: - Jobs

  /// A job and where it runs.
  struct DueJob {
    let job: UnownedJob
    let onMainActor: Bool
    let isTimer: Bool
  }

  /// Takes over a job that the runtime wants to run now.
  func take(_ job: UnownedJob, onMainActor: Bool) {
    _ = number(of: job)
    agenda.add(DueJob(job: job, onMainActor: onMainActor, isTimer: false))
  }

  /// Takes over a job that the runtime wants to run later.
  func take(_ job: UnownedJob, onMainActor: Bool, after delay: Duration) {
    let instant = instant(after: delay)
    record(.slept(until: .nanoseconds(instant)))
    agenda.add(DueJob(job: job, onMainActor: onMainActor, isTimer: true), at: instant)
  }

  /// The number of a job's task: the how-manieth to be seen in this simulation; 0 for a job that is
  /// no task's but an actor's, which then runs the tasks that wait for it.
  private func number(of job: UnownedJob) -> Int {
    let id = taskID(of: job)
    if id == 0 { return 0 }
    if let number = numbers[id] { return number }
    let number = numbers.count + 1
    numbers[id] = number
    inbox.know(id)
    return number
  }

  private func runDueJobs() throws(Stall) {
    while true {
      if let pulse, !pulse.beat() { throw pulse.stall }
      receiveArrivals()
      guard let due = agenda.next() else { return }
      jobsAtThisMoment += 1
      if jobsAtThisMoment > limits.jobsAtOneMoment {
        throw Stall(.neverAtRest(jobs: limits.jobsAtOneMoment), pending: pendingInstants)
      }
      run(due)
    }
  }

  private func run(_ due: DueJob) {
    if !due.isTimer {
      record(.ran(task: number(of: due.job), onMainActor: due.onMainActor))
    }
    inside {
      if due.onMainActor {
        due.job.runSynchronously(on: mainExecutor.asUnownedSerialExecutor())
      } else {
        due.job.runSynchronously(on: SimulationDefaultExecutor.shared.asUnownedTaskExecutor())
      }
      let reads = simulation_calendar_reads()
      if reads > 0 { record(.readCalendarClock(times: Int(reads))) }
    }
  }

  /// Lets in the jobs that other threads have brought.
  private func receiveArrivals() {
    for arrival in inbox.takeArrivals() {
      record(.resumedFromOutside(task: number(of: arrival.job)))
      if !escapes.contains(.resumedFromOutside) { escapes.append(.resumedFromOutside) }
      agenda.add(DueJob(job: arrival.job, onMainActor: arrival.onMainActor, isTimer: false))
    }
  }

  /// Waits a little, in real time, for another thread to bring a job, so that it can be said what
  /// was missing.
  ///
  /// Only called where the simulation would otherwise give up, so its verdict is a failure either
  /// way.
  private func receiveLateArrivals() throws(Stall) -> Bool {
    guard agenda.nextInstant == nil, escapes.contains(.dispatch),
      lateArrivals < Self.lateArrivalLimit, inbox.waitForArrival()
    else { return false }
    lateArrivals += 1
    try comeToRest()
    return true
  }

  private var unfinishedOrigins: [String] {
    // Those that are done stay so; a check may have left hundreds of thousands of them.
    let unfinished = origins.indices.filter { !isKnownUniquelyReferenced(&origins[$0]) }
    origins = unfinished.map { origins[$0] }
    return origins.map(\.label)
  }

  // MARK: - Rest

  private func comeToRest() throws(Stall) {
    try runDueJobs()
    tellRest()
  }

  /// Moves on to an instant at which nothing is due.
  private func rest(at instant: Int64) {
    guard instant > agenda.now else { return }
    move(to: instant)
    tellRest()
  }

  private func tellRest() {
    guard let onRest, !isLooking else { return }
    look(onRest)
  }

  /// Runs code that looks at the simulation, which is no reason to call it again.
  private func look<R>(_ body: () throws -> R) rethrows -> R {
    let wasLooking = isLooking
    isLooking = true
    defer { isLooking = wasLooking }
    return try body()
  }

  // MARK: - Time

  private func instant(after duration: Duration) -> Int64 {
    let (instant, overflow) = agenda.now.addingReportingOverflow(max(0, duration.nanoseconds))
    return overflow ? .max : instant
  }

  private func moveToNextInstant(notAfter end: Int64) throws(Stall) -> Bool {
    guard agenda.moveToNextInstant(notAfter: end) else { return false }
    timeMoved()
    try comeToRest()
    return true
  }

  private func move(to instant: Int64) {
    agenda.move(to: instant)
    timeMoved()
  }

  private func timeMoved() {
    jobsAtThisMoment = 0
    clock.set(agenda.now)
    // Only a blocking sleep moves time while code runs; it must see that.
    if Self.current === self {
      simulation_set_time(clock.startNanoseconds &+ agenda.now, agenda.now)
    }
  }
}

private func heardOfEscape(
  _ simulation: UnsafeMutableRawPointer?, _ kind: simulation_escape_kind, _ nanoseconds: Int64
) {
  guard let simulation else { return }
  let world = Unmanaged<Simulation>.fromOpaque(simulation).takeUnretainedValue()
  switch kind {
  case SIMULATION_ESCAPE_THREAD_SLEEP: world.escaped(.threadSleep(.nanoseconds(nanoseconds)))
  default: world.escaped(.dispatch)
  }
}
