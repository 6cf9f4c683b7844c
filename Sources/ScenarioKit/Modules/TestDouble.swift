import Simulation

/// A stand-in for a part of the outside world in one scenario, such as a server, a store, or the
/// notifications that an app schedules.
///
/// Each scenario has its own instance of a double. A module takes it from its context and gives it
/// to the app in place of the real thing. The double's steps set it up and check it:
///
///     final class Counters: TestDouble {
///       private let counts = Mutex<[String: Int]>([:])
///       init() {}
///       func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
///
///       @StepsBuilder<Counters> static var steps: Steps {
///         Observe("the counters are") { counters in counters.counts.withLock { $0 } }
///       }
///     }
///
/// A module lists them with `Steps.of(Counters.self)` and gets the double of its scenario with
/// `context.double(Counters.self)`.
///
/// The app calls its own methods of a double from any thread. The requirements below are called by
/// the runner, from the thread that drives the scenario: in a simulation, while no code of the app
/// runs; in a live run, while the app may run. All but ``init()`` have defaults, so a double
/// implements what it needs.
public protocol TestDouble: AnyObject, StepSubject, Sendable {
  /// Creates the double of a scenario.
  init()

  /// The steps of the double, in every language of its stories; none by default.
  @MainActor @StepsBuilder<Self> static var steps: Steps { get }

  /// The steps by the name with which a module lists them, for hints in modules without them.
  @MainActor static var namedSteps: [(name: String, steps: Steps)] { get }

  /// Removes and returns the calls since the last time that no step of the story permits.
  ///
  /// Each is a failure of the step during which it came.
  func takeUnexpected() -> [UnexpectedCall]

  /// The next event of the double itself; `nil` if none is pending.
  var nextDue: DueEvent? { get }

  /// The last event that the double performed at once, within the app's call; `nil` if there is
  /// none.
  var lastImmediate: DueEvent? { get }

  /// A number that grows with each call of the app; 0 by default.
  ///
  /// A live run waits until it is as large as in the simulation.
  var progress: Int { get }

  /// The parts of the story that the app made no use of, at the end of the scenario.
  var leftovers: [Leftover] { get }

  /// Whether something of the double is open at the end of a scenario, such as a connection.
  var isOpen: Bool { get }

  /// Ends what is open; called on the main actor, and may call code of the app.
  @MainActor func end()
}

extension TestDouble {
  /// No steps.
  @MainActor @StepsBuilder<Self> public static var steps: Steps { Steps() }

  /// The steps as `Steps.of(…)`.
  @MainActor public static var namedSteps: [(name: String, steps: Steps)] {
    [("Steps.of(\(Self.self).self)", Steps.of(Self.self))]
  }

  /// No unexpected calls.
  public func takeUnexpected() -> [UnexpectedCall] { [] }

  /// Nothing that is pending.
  public var nextDue: DueEvent? { nil }

  /// Nothing.
  public var lastImmediate: DueEvent? { nil }

  /// A double that does not count.
  public var progress: Int { 0 }

  /// No leftovers.
  public var leftovers: [Leftover] { [] }

  /// A double that has nothing to end.
  public var isOpen: Bool { false }

  /// Does nothing.
  @MainActor public func end() {}

  /// Returns the double of the scenario.
  @MainActor public static func subject(of module: any Module, in context: ScenarioContext) -> Self
  {
    context.double(Self.self)
  }

  /// Records a call of the app in the scenario's trace and sequence, at the current story time.
  ///
  /// - Parameters:
  ///   - call: The call in plain words, such as `the setting "theme" was read`.
  ///   - participant: The name that the sequence shows for the double, such as `settings`.
  public func record(_ call: @autoclosure @escaping @Sendable () -> String, of participant: String)
  {
    Simulation.note(StoryEvent(.call(participant: participant), call()))
  }
}

extension Steps {
  /// Returns the steps of a double, for the list of a module's steps.
  @MainActor public static func of<Double: TestDouble>(_ double: Double.Type) -> Steps {
    let steps = Double.steps
    return Steps(
      builtIn: steps.own + steps.builtIn, doubles: [double], parameterTypes: steps.parameterTypes)
  }
}
