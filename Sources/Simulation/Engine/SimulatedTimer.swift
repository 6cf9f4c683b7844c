#if STORY_TIME && canImport(Glibc)
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
    (self.kind, self.simulation, self.fires) = (kind, simulation, fires)
  }

  /// Sets the timer anew, or stops it.
  ///
  /// - Parameter instant: The first moment; `nil` to stop it.
  func set(_ instant: Int64?, every interval: Int64?) {
    (moment, self.interval) = (instant, interval)
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
    self.moment = simulation.events.now.addingWithLimit(interval - late)
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

extension Simulation {
  /// Calls a closure at a moment, which counts as a timer of the app.
  ///
  /// - Parameter lasting: The timer that is reported if it never ends; `nil` if it ends soon.
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
#endif
