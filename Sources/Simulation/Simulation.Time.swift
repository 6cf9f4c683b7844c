import CSimulation

// The time of a simulation, and the step into it.
extension Simulation {
  /// The length of one moment in nanoseconds, for the limit on its jobs: 1 ms.
  ///
  /// Code that sleeps for 0 s or for some nanoseconds to let others run does not wait for anything,
  /// so its jobs count together. Code that sleeps for 1 ms or more begins a new moment each time.
  /// Loops with sleeps in between, of some microseconds, would run for minutes of real time; the
  /// limit on the jobs in one second stops them.
  static let momentLength: Int64 = 1_000_000

  func instant(after duration: Duration) -> Int64 {
    let (instant, overflow) = events.now.addingReportingOverflow(max(0, duration.nanoseconds))
    return overflow ? .max : instant
  }

  func moveToNextInstant(notAfter end: Int64) throws(Stall) -> Bool {
    guard events.moveToNextInstant(notAfter: end) else { return false }
    timeMoved()
    try comeToRest()
    return true
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
    progress?.timeMoved(to: events.now)
    // Only a blocking sleep moves time while code runs; it must see that.
    if Self.current === self { showTime() }
  }

  /// Sets what the thread's clocks read; they stop where the calendar ends, in 2262.
  private func showTime() {
    let (instant, overflow) = clock.startNanoseconds.addingReportingOverflow(events.now)
    simulation_set_time(overflow ? .max : instant, events.now)
  }

  // MARK: - Inside and outside

  /// Puts the thread into the simulation for a moment.
  ///
  /// The driver stays outside, in real time.
  ///
  /// - Parameter onMainThread: Whether the code that runs now would run on the main thread of an
  ///   ordinary process, which is what the main actor's code does there.
  func inside(onMainThread: Bool, _ body: () -> Void) {
    simulation_enter(Unmanaged.passUnretained(self).toOpaque(), heardOfEscape, onMainThread)
    showTime()
    body()
    simulation_leave()
  }

  /// Does something that is none of the business of the simulation that the calling thread is in,
  /// if it is in one.
  static func outside(_ body: () -> Void) {
    let simulation = simulation_step_out()
    body()
    simulation_step_in(simulation)
  }
}

private func heardOfEscape(
  _ simulation: UnsafeMutableRawPointer?, _ kind: simulation_escape_kind, _ nanoseconds: Int64
) {
  guard let simulation else { return }
  Unmanaged<Simulation>.fromOpaque(simulation).takeUnretainedValue()
    .escaped(Escape(kind, nanoseconds: nanoseconds))
}
