#if STORY_TIME && canImport(Glibc)
import CSimulation
import DisplayText

// The time of a simulation, and how threads enter and leave it.
extension Simulation {
  /// The length of one moment for the limit on its jobs, in nanoseconds: 1 ms.
  ///
  /// Code that sleeps for 0 s or for some nanoseconds only yields to other code, so its jobs count
  /// together. Code that sleeps for 1 ms or more begins a new moment each time. Loops that sleep
  /// for some microseconds would run for minutes of real time; the limit on the jobs in one second
  /// stops them.
  static let momentLength: Int64 = 1_000_000

  func instant(after duration: Duration) -> Int64 {
    events.now.addingWithLimit(max(0, duration.wholeNanoseconds))
  }

  func moveToNextInstant(notAfter end: Int64) throws(Stall) -> Bool {
    guard hasTimer, events.moveToNextInstant(notAfter: end) else { return false }
    timeMoved()
    try comeToRest()
    return true
  }

  /// Whether a timer is set that was not taken back.
  var hasTimer: Bool {
    while case .call(let id) = events.nextTimer, calls[id] == nil { events.removeNextTimer() }
    return events.nextInstant != nil
  }

  func move(to instant: Int64) {
    events.move(to: instant)
    timeMoved()
  }

  private func timeMoved() {
    let moment = events.now / Self.momentLength
    if moment != self.moment {
      jobsInThisSecond += jobsAtThisMoment
      jobsAtThisMoment = 0
      if moment / 1000 != self.moment / 1000 { jobsInThisSecond = 0 }
      self.moment = moment
    }
    clock.set(events.now)
    progress.timeMoved(to: events.now)
    // Only a blocking sleep advances time while code runs, and that code must read the new time.
    if Self.current === self { showTime() }
  }

  /// Sets the time that the thread's clocks read.
  ///
  /// The calendar stops at its maximum, in 2262.
  func showTime() {
    simulation_set_time(clock.startNanoseconds.addingWithLimit(events.now), events.now)
  }

  // MARK: - Inside and outside

  /// Runs code inside the simulation.
  ///
  /// The driver itself stays outside, in real time.
  ///
  /// - Parameter onMainThread: Whether the code would run on the main thread of an ordinary
  ///   process, as the main actor's code does.
  func inside(onMainThread: Bool, _ body: () -> Void) {
    simulation_enter(Unmanaged.passUnretained(self).toOpaque(), sawViolation, onMainThread)
    showTime()
    body()
    simulation_leave()
  }

  /// Runs code outside the simulation that the calling thread is in, if it is in one.
  static func outside(_ body: () -> Void) {
    let simulation = simulation_step_out()
    body()
    simulation_step_in(simulation)
  }
}

private func sawViolation(
  _ simulation: UnsafeMutableRawPointer?, _ kind: simulation_violation_kind, _ nanoseconds: Int64,
  _ object: UnsafePointer<CChar>?
) {
  guard let simulation else { return }
  Unmanaged<Simulation>.fromOpaque(simulation).takeUnretainedValue()
    .violated(
      SandboxViolation(
        kind, nanoseconds: nanoseconds, object: object.map { String(cString: $0) } ?? ""))
}
#endif
