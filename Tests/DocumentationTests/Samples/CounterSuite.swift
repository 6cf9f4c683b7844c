import ScenarioSuite

/// A replacement for the library's suite, which runs this package's own stories.
enum Stories {}

extension Stories: ScenarioSource {
  /// The stories of the counter.
  public static let scenarios = ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)])
}
