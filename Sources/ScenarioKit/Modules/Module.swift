import StepExpressions

/// A part of an app, made ready for stories: its real classes, with doubles only at the edges.
///
/// A module is written once by the people who write the app. It is built afresh for every scenario,
/// on the main actor of that scenario's simulation, and gives its vocabulary as ``steps``:
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
///         Observation("the counter shows") { module in module.counter.text }
///       }
///     }
@MainActor
public protocol Module: AnyObject, SendableMetatype {
  /// The name that stories call it by, after `module:`.
  nonisolated static var name: String { get }

  /// The kinds of parameters that its sentences have beside the built-in ones; none unless given.
  ///
  /// - Throws: What is wrong with one of them; every command then says so.
  nonisolated static var parameterTypes: [ParameterType] { get throws }

  /// The steps that it has beside its own, such as those of a server; none unless given.
  @StepsBuilder<Self> nonisolated static var inheritedSteps: Steps { get }

  /// The kinds of parameters in ``inheritedSteps``; none unless given.
  ///
  /// - Throws: What is wrong with one of them; every command then says so.
  nonisolated static var inheritedParameterTypes: [ParameterType] { get throws }

  /// Its vocabulary: what its stories can say.
  ///
  /// It is read when it is needed first, from any thread, and twice where two threads need it first.
  @StepsBuilder<Self> nonisolated static var steps: Steps { get }

  /// Builds the module for one scenario.
  ///
  /// - Throws: Whatever keeps it from being built; the scenario then fails and says so.
  init(_ context: ScenarioContext) throws
}

extension Module {
  /// No kinds of parameters beside the built-in ones.
  public nonisolated static var parameterTypes: [ParameterType] { [] }

  /// No steps beside its own.
  public nonisolated static var inheritedSteps: Steps { [] }

  /// No kinds of parameters, as there are no such steps.
  public nonisolated static var inheritedParameterTypes: [ParameterType] { [] }

  /// The vocabulary of a module.
  public typealias Steps = [StepDefinition]
}
