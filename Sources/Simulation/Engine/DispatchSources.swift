#if STORY_TIME && canImport(Glibc)
import CSimulation

/// A timer source of Dispatch in a simulation.
final class SimulatedSource {
  private let queue: SimulatedQueue
  private var handlers: [simulation_handler: DispatchWork] = [:]
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
    (self.queue, self.simulation) = (queue, simulation)
  }

  deinit { for work in handlers.values { work.release() } }

  fileprivate func set(_ handler: simulation_handler, _ work: DispatchWork?) {
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
      firings > 0 || handlers[SIMULATION_ON_REGISTRATION] != nil
        || isCancelled && handlers[SIMULATION_ON_CANCEL] != nil
    else { return }
    hasTurn = true
    simulation.add(DispatchWork { self.takeTurn() }, to: queue, origin: origin)
  }

  private func takeTurn() {
    if suspensions == 0 { run(handlers.removeValue(forKey: SIMULATION_ON_REGISTRATION)) }
    if suspensions == 0, firings > 0 {
      (data, firings) = (firings, 0)
      let work = handlers[SIMULATION_ON_EVENT]
      // The handler may replace itself.
      if let work { simulation_retain_work(work.context, work.function) }
      run(work)
    }
    if suspensions == 0, isCancelled { run(handlers.removeValue(forKey: SIMULATION_ON_CANCEL)) }
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
    set(SIMULATION_ON_EVENT, nil)
    set(SIMULATION_ON_REGISTRATION, nil)
    self.isCancelled = self.isCancelled || isCancelled
    if !self.isCancelled { set(SIMULATION_ON_CANCEL, nil) }
    wake()
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
  _ source: UnsafeMutableRawPointer, _ kind: simulation_handler,
  _ context: UnsafeMutableRawPointer?, _ function: simulation_work_function?
) -> Bool {
  guard let source = Simulation.current?.sources[source] else { return false }
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
#endif
