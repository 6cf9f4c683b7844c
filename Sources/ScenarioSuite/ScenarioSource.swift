import ScenarioTesting

/// The source of the scenarios that the suite ``Stories`` runs.
///
/// Each scenario is a test case with its own name, even if there are thousands of them.
///
/// Linking this library adds the suite to a test target. Declare the source in one of its files:
///
///     import CounterStories
///     import ScenarioSuite
///
///     extension Stories: @retroactive ScenarioSource {
///       public static let scenarios = ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)])
///     }
public protocol ScenarioSource {
  /// All cases, in the order of their stories; evaluated once in a test process.
  static var scenarios: [ScenarioCase] { get }
}
