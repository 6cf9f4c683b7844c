import ScenarioSuite

/// Stands in for the suite of the library, whose scenarios this package's own stories are.
enum Stories {}

extension Stories: ScenarioSource {
  /// The stories of the counter.
  public static let scenarios = ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)])
}
