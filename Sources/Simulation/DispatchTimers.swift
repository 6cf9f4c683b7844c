#if STORY_TIME && canImport(Glibc)
import CSimulation

/// A timer of a simulation, which fires once or again and again.
final class SimulatedTimer {
  /// The moment at which it fires next, or fires now; `nil` if it is not set.
  private(set) var moment: Int64?
  /// The time between two moments, in nanoseconds; `nil` if it does not repeat.
  private var interval: Int64?
  /// The work that set it, which counts as unfinished until the timer is done.
  private(set) var origin: Origin?
  /// The call at the next moment.
  private var call: Int?
  private let kind: LastingTimer.Kind
  /// The report on a timer that never ends; `nil` if it ends soon.
  private var lasting: LastingTimer?
  private unowned let simulation: Simulation
  private let fires: () -> Void

  /// - Parameter fires: Is called when the moment has come. The timer rests until ``proceed()``.
  init(_ kind: LastingTimer.Kind, in simulation: Simulation, fires: @escaping () -> Void) {
    (self.kind, self.fires) = (kind, fires)
    self.simulation = simulation
  }

  /// Sets the timer anew, or stops it.
  ///
  /// - Parameter instant: The first moment; `nil` to stop it.
  func set(_ instant: Int64?, every interval: Int64?) {
    moment = instant
    self.interval = interval
    lasting = instant.flatMap { simulation.lastingTimer(kind, at: $0, every: interval) }
    origin = instant == nil || lasting?.isPermitted == true ? nil : Origin.current
    schedule()
  }

  /// Goes on to the next moment that has not passed, or stops if the timer does not repeat.
  ///
  /// - Returns: The number of moments that have passed.
  @discardableResult
  func proceed() -> UInt {
    guard let moment, let interval else {
      set(nil, every: nil)
      return 1
    }
    let (passed, late) = (simulation.events.now - moment).quotientAndRemainder(dividingBy: interval)
    let (next, overflow) = simulation.events.now.addingReportingOverflow(interval - late)
    self.moment = overflow ? .max : next
    schedule()
    return UInt(passed) + 1
  }

  private func schedule() {
    if let call { simulation.calls[call] = nil }
    call = moment.map { instant in
      simulation.setTimer(at: instant, lasting) { [unowned self] in
        call = nil
        fires()
      }
    }
  }
}

/// A timer source of Dispatch in a simulation.
final class SimulatedSource {
  /// The kinds of handlers, in the order of CSimulation.
  enum Handler: Int { case event, cancellation, registration }

  private let queue: SimulatedQueue
  private var handlers: [Handler: DispatchWork] = [:]
  private lazy var timer = SimulatedTimer(.source, in: simulation) { [unowned self] in fire() }
  private unowned let simulation: Simulation
  /// The number of times that it was suspended; a new source is.
  private var suspensions = 1
  private var isActive = false
  private var isCancelled = false
  /// Whether a turn of its handlers is due or runs; they never run side by side.
  private var hasTurn = false
  /// The number of times that it is retained.
  fileprivate var references = 1
  /// The number of moments since its handler began.
  private var firings: UInt = 0
  /// The number of moments that its handler reads.
  private(set) var data: UInt = 0

  fileprivate init(on queue: SimulatedQueue, in simulation: Simulation) {
    self.queue = queue
    self.simulation = simulation
  }

  deinit { for work in handlers.values { work.release() } }

  fileprivate func set(_ handler: Handler, _ work: DispatchWork?) {
    handlers[handler]?.release()
    handlers[handler] = work
  }

  fileprivate func set(_ instant: Int64?, every interval: Int64?) {
    firings = 0
    timer.set(isCancelled ? nil : instant, every: interval)
  }

  fileprivate func activate() { if !isActive { suspend(by: -1) } }

  fileprivate func suspend(by change: Int) {
    suspensions += change
    if suspensions == 0 { isActive = true }
    wake()
  }

  private func fire() {
    let origin = timer.origin
    firings += timer.proceed()
    wake(origin: origin)
  }

  /// Lets the handlers have a turn on the queue, if there is anything to do.
  private func wake(origin: Origin? = Origin.current) {
    guard !hasTurn, suspensions == 0,
      firings > 0 || handlers[.registration] != nil
        || isCancelled && handlers[.cancellation] != nil
    else { return }
    hasTurn = true
    simulation.add(DispatchWork { self.takeTurn() }, to: queue, origin: origin)
  }

  private func takeTurn() {
    if suspensions == 0 { run(handlers.removeValue(forKey: .registration)) }
    if suspensions == 0, firings > 0 {
      (data, firings) = (firings, 0)
      let work = handlers[.event]
      // The handler may replace itself.
      if let work { simulation_retain_work(work.context, work.function) }
      run(work)
    }
    if suspensions == 0, isCancelled { run(handlers.removeValue(forKey: .cancellation)) }
    hasTurn = false
    wake()
  }

  private func run(_ work: DispatchWork?) {
    guard let work else { return }
    simulation_invoke(work.context, work.function)
    work.release()
  }

  /// Stops the source.
  ///
  /// - Parameter isCancelled: Whether to run the handler for its cancellation.
  func stop(isCancelled: Bool) {
    set(nil, every: nil)
    set(.event, nil)
    set(.registration, nil)
    self.isCancelled = self.isCancelled || isCancelled
    if !self.isCancelled { set(.cancellation, nil) }
    wake()
  }
}

/// A timer of a run loop in a simulation.
final class SimulatedLoopTimer {
  /// The function of a timer, with the timer and its value as parameters.
  typealias Function = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

  private let pointer: UnsafeMutableRawPointer
  private let function: Function
  private lazy var timer = SimulatedTimer(.loop, in: simulation) { [unowned self] in addRun() }
  private unowned let simulation: Simulation
  /// Whether the main run loop has the timer, and so retains it.
  private var isInLoop = false
  /// Whether a new date was set since its function began.
  private var isSetAnew = false

  fileprivate init(
    _ pointer: UnsafeMutableRawPointer, _ function: @escaping Function, in simulation: Simulation
  ) {
    (self.pointer, self.function) = (pointer, function)
    self.simulation = simulation
  }

  fileprivate func addToLoop() {
    if !isInLoop { simulation_retain_timer(pointer, true) }
    isInLoop = true
    set()
  }

  func removeFromLoop() {
    guard isInLoop else { return }
    timer.set(nil, every: nil)
    isInLoop = false
    simulation_retain_timer(pointer, false)
  }

  fileprivate func set() {
    guard isInLoop else { return }
    // A date is exact to about 100 ns.
    let nanoseconds = (simulation_timer_delay(pointer) * 1e6).rounded() * 1e3
    let now = simulation.events.now
    let (instant, overflow) = now.addingReportingOverflow(Int64(max(-9e18, min(nanoseconds, 9e18))))
    isSetAnew = true
    let interval = simulation_timer_interval(pointer)
    timer.set(
      overflow ? .max : max(instant, now),
      every: interval > 0 ? max(1, Int64(min(interval * 1e9, 9e18))) : nil)
  }

  private func addRun() {
    simulation.add(
      DispatchWork { self.run() }, to: simulation.queues.main, origin: timer.origin)
  }

  private func run() {
    // It may have been set to a later moment while the main thread was busy.
    guard isInLoop, let moment = timer.moment, moment <= simulation.events.now else { return }
    // The function may end the timer.
    simulation_retain_timer(pointer, true)
    defer { simulation_retain_timer(pointer, false) }
    isSetAnew = false
    function(pointer, simulation_timer_info(pointer))
    guard isInLoop else { return }
    if simulation_timer_interval(pointer) <= 0 { return simulation_invalidate_timer(pointer) }
    guard !isSetAnew else { return }
    timer.proceed()
    if let next = timer.moment { simulation_move_timer(pointer, Double(next - moment) / 1e9) }
  }
}

extension Simulation {
  /// Calls a closure at a moment, which counts as a timer of the app.
  ///
  /// - Parameter lasting: What is reported if it never ends; `nil` if it ends soon.
  /// - Returns: The number of the call.
  @discardableResult
  func setTimer(at instant: Int64, _ lasting: LastingTimer?, _ body: @escaping () -> Void) -> Int {
    record(.setTimer(until: .nanoseconds(instant)))
    return call(at: instant, lasting, body)
  }

  /// Returns what is reported of a timer that the calling code sets; `nil` if it ends soon.
  ///
  /// Most timers do. One that fires once and sets the next is seen when the simulation ends.
  func lastingTimer(
    _ kind: LastingTimer.Kind, at instant: Int64, every interval: Int64?
  ) -> LastingTimer? {
    guard
      interval != nil || isFinishing || !functionsOfLastingTimers.isEmpty
        || instant > self.instant(after: limits.storyTime)
    else { return nil }
    return LastingTimer(
      kind, at: .nanoseconds(instant), every: interval.map { .nanoseconds($0) },
      label: Origin.current?.label, permittedFor: functionsOfLastingTimers)
  }

  /// The timers that are set and that the module does not permit to last, in the order in which
  /// they were set.
  ///
  /// After ``finish(within:)``, these are all that never end.
  package var lastingTimers: [LastingTimer] {
    calls.sorted { $0.key < $1.key }.compactMap(\.value.timer).filter { !$0.isPermitted }
  }
}

// MARK: - Calls from CSimulation

@_cdecl("simulation_source_was_made")
func sourceWasMade(_ source: UnsafeMutableRawPointer, _ queue: UnsafeMutableRawPointer?) {
  guard let simulation = Simulation.current else { return }
  let queue = simulation.queues.queue(queue ?? simulation_default_queue())
  // Code outside may have freed an earlier one with this address.
  simulation.sources[source]?.stop(isCancelled: false)
  simulation.sources[source] = SimulatedSource(on: queue, in: simulation)
}

@_cdecl("simulation_set_handler")
func setHandler(
  _ source: UnsafeMutableRawPointer, _ kind: Int32, _ context: UnsafeMutableRawPointer?,
  _ function: simulation_work_function?
) -> Bool {
  guard let source = Simulation.current?.sources[source],
    let kind = SimulatedSource.Handler(rawValue: Int(kind))
  else { return false }
  let isNone = context == nil && function == nil
  source.set(kind, isNone ? nil : DispatchWork(context: context, function: function))
  return true
}

@_cdecl("simulation_set_timer")
func setTimer(_ source: UnsafeMutableRawPointer, _ start: UInt64, _ interval: UInt64) -> Bool {
  guard let simulation = Simulation.current, let source = simulation.sources[source] else {
    return false
  }
  let instant = simulation.instant(ofDispatchTime: start).map { max($0, simulation.events.now) }
  let repeats = interval > 0 && interval < UInt64(Int64.max)
  source.set(instant, every: repeats ? Int64(interval) : nil)
  return true
}

@_cdecl("simulation_cancel_source")
func cancelSource(_ source: UnsafeMutableRawPointer) {
  Simulation.current?.sources[source]?.stop(isCancelled: true)
}

@_cdecl("simulation_source_data")
func sourceData(_ source: UnsafeMutableRawPointer) -> UInt {
  Simulation.current?.sources[source]?.data ?? 0
}

/// - Parameter change: 1 to suspend, -1 to resume, 0 to activate.
/// - Returns: Whether libdispatch must not do the same.
@_cdecl("simulation_suspend")
func suspend(_ object: UnsafeMutableRawPointer, _ change: Int32) -> Bool {
  guard let simulation = Simulation.current else { return false }
  if let source = simulation.sources[object] {
    // The original counts too, because it may free only a source that is not suspended.
    if change == 0 { source.activate() } else { source.suspend(by: Int(change)) }
    return false
  }
  guard simulation_queue_width(object) > 0 else { return false }
  let queue = simulation.queues.queue(object)
  if change == 0, !queue.activate() { return false }
  simulation.suspend(queue, by: change == 0 ? -1 : Int(change))
  return change != 0
}

/// - Parameter change: 1 if the source was retained, -1 if it is about to be released.
@_cdecl("simulation_was_retained")
func wasRetained(_ object: UnsafeMutableRawPointer, _ change: Int32) {
  guard let simulation = Simulation.current, !simulation.sources.isEmpty,
    let source = simulation.sources[object]
  else { return }
  source.references += Int(change)
  guard source.references == 0 else { return }
  source.stop(isCancelled: false)
  simulation.sources[object] = nil
}

@_cdecl("simulation_perform_on_main_run_loop")
func performOnMainRunLoop(_ block: UnsafeMutableRawPointer) {
  guard let simulation = Simulation.current else { return }
  simulation.add(DispatchWork(context: block, function: nil), to: simulation.queues.main)
}

@_cdecl("simulation_timer_was_made")
func timerWasMade(
  _ timer: UnsafeMutableRawPointer, _ function: @escaping SimulatedLoopTimer.Function
) {
  guard let simulation = Simulation.current else { return }
  simulation.loopTimers[timer] = SimulatedLoopTimer(timer, function, in: simulation)
}

@_cdecl("simulation_add_timer")
func addTimer(_ timer: UnsafeMutableRawPointer) {
  Simulation.current?.loopTimers[timer]?.addToLoop()
}

@_cdecl("simulation_remove_timer")
func removeTimer(_ timer: UnsafeMutableRawPointer) {
  Simulation.current?.loopTimers[timer]?.removeFromLoop()
}

@_cdecl("simulation_timer_was_set")
func timerWasSet(_ timer: UnsafeMutableRawPointer) { Simulation.current?.loopTimers[timer]?.set() }
#endif
