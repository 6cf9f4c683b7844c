#if STORY_TIME && canImport(Glibc)
import CSimulation

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
    (self.pointer, self.function, self.simulation) = (pointer, function, simulation)
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
    let instant = now.addingWithLimit(Int64(max(-9e18, min(nanoseconds, 9e18))))
    isSetAnew = true
    let interval = simulation_timer_interval(pointer)
    timer.set(
      max(instant, now), every: interval > 0 ? max(1, Int64(min(interval * 1e9, 9e18))) : nil)
  }

  private func addRun() {
    simulation.add(DispatchWork { self.run() }, to: simulation.queues.main, origin: timer.origin)
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

// MARK: - Calls from CSimulation

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
