import ScenarioTesting

/// Divides scenarios into parts of nearly the same size, each of them a run of the stories' order.
struct ScenarioParts: Sendable {
  let count: Int
  private let scenarios: [ScenarioCase]

  init(of scenarios: [ScenarioCase], count: Int) {
    self.scenarios = scenarios
    self.count = count
  }

  /// The scenarios of a source, or a case that fails and says that nobody is one.
  init(from suite: Any.Type, count: Int) {
    let source = suite as? any ScenarioSource.Type
    self.init(of: source?.scenarios ?? [ScenarioCase(problem: Self.noSource)], count: count)
  }

  /// The scenarios of a part, counted from 0.
  ///
  /// Where there are fewer scenarios than parts, a part has one or none.
  subscript(part: Int) -> ArraySlice<ScenarioCase> {
    scenarios[start(of: part)..<start(of: part + 1)]
  }

  /// Rounded up, so that the first part is never empty where there is a scenario.
  private func start(of part: Int) -> Int { (scenarios.count * part + count - 1) / count }

  private static let noSource = """
    nobody says which scenarios to run
      Write this in a file of the tests, with the vocabularies of your modules:
      extension Stories: @retroactive ScenarioSource {
        public static let scenarios = ScenarioCases.all(of: […])
      }
    """
}
