import CSimulation

// The time of a simulation, and the step into it.
extension Simulation {
  func instant(after duration: Duration) -> Int64 {
    let (instant, overflow) = agenda.now.addingReportingOverflow(max(0, duration.nanoseconds))
    return overflow ? .max : instant
  }

  func moveToNextInstant(notAfter end: Int64) throws(Stall) -> Bool {
    guard agenda.moveToNextInstant(notAfter: end) else { return false }
    timeMoved()
    try comeToRest()
    return true
  }

  func move(to instant: Int64) {
    agenda.move(to: instant)
    timeMoved()
  }

  private func timeMoved() {
    jobsAtThisMoment = 0
    clock.set(agenda.now)
    // Only a blocking sleep moves time while code runs; it must see that.
    if Self.current === self { showTime() }
  }

  /// Sets what the thread's clocks read; they stop where the calendar ends, in 2262.
  private func showTime() {
    let (instant, overflow) = clock.startNanoseconds.addingReportingOverflow(agenda.now)
    simulation_set_time(overflow ? .max : instant, agenda.now)
  }

  // MARK: - Inside and outside

  /// Puts the thread into the simulation for a moment.
  ///
  /// The driver stays outside, in real time.
  func inside(_ body: () -> Void) {
    simulation_enter(Unmanaged.passUnretained(self).toOpaque(), heardOfEscape)
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
