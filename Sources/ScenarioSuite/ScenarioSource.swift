import ScenarioTesting

/// Names the scenarios that the suite ``Stories`` runs: thousands of them, each a case with its
/// name.
///
/// Whoever links this library has the suite. One file of a test target says that it is the source:
///
///     import CounterStories
///     import ScenarioSuite
///
///     extension Stories: @retroactive ScenarioSource {
///       public static let scenarios = ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)])
///     }
public protocol ScenarioSource {
  /// All cases, in the order of their stories; asked for once in a test process.
  static var scenarios: [ScenarioCase] { get }
}
