import Simulation

/// A part of an app prepared for stories: its real classes, with doubles only at the boundaries.
///
/// The developers of the app write a module once. A new instance is created for every scenario,
/// on the main actor of that scenario's simulation. ``steps`` defines its vocabulary:
///
///     final class CounterModule: Module {
///       static let name = "counter"
///       private let counter: Counter
///
///       init(_ context: ScenarioContext) { counter = Counter() }
///
///       static var steps: Steps {
///         When("the reader taps plus {int} time(s)") { (module, times: Int) in
///           for _ in 0..<times { module.counter.tapPlus() }
///         }
///         Observe("the counter shows") { module in module.counter.text }
///       }
///     }
@MainActor
public protocol Module: AnyObject, StepSubject, SendableMetatype {
  /// The name that stories use for the module, after `module:`.
  static var name: String { get }

  /// The parameter types of the module's steps, in addition to the built-in ones; empty by default.
  ///
  /// - Throws: An error in a parameter type, which every command reports.
  static var parameterTypes: [ParameterType] { get throws }

  /// The matchers of the module's expected values, in addition to the built-in ones; empty by
  /// default.
  static var matchers: [any Matcher.Type] { get }

  /// The permitted actions of the app that leave the simulation; none by default.
  ///
  /// Without a permission, a connection, another program, a thread of the app's own, and a change
  /// of a file outside of the temporary folder fail the step. All but the thread are refused, so
  /// that nothing has happened.
  static var permissions: SandboxPermissions { get }

  /// The app's functions whose timers may go on after a scenario, such as `Clock.start()`; empty by
  /// default.
  ///
  /// Without it, a `Timer`, a `DispatchSourceTimer` or `asyncAfter` that never ends fails the
  /// scenario, and the failure has the function's name.
  static var lastingTimers: Set<String> { get }

  /// The module's vocabulary: the step definitions that its stories can use.
  ///
  /// The property is read on first use, and outside of scenarios: it must not use any state of the
  /// app. If two threads use it first at the same time, it is read twice.
  @StepsBuilder<Self> static var steps: Steps { get }

  /// Creates the module for one scenario.
  ///
  /// - Throws: An error that prevents the module from being created; the scenario then fails and
  ///   reports it.
  init(_ context: ScenarioContext) throws
}

extension Module {
  /// No parameter types in addition to the built-in ones.
  public static var parameterTypes: [ParameterType] { [] }

  /// No permissions.
  public static var permissions: SandboxPermissions { [] }

  /// No timers that go on.
  public static var lastingTimers: Set<String> { [] }

  /// No matchers in addition to the built-in ones.
  public static var matchers: [any Matcher.Type] { [] }
}
