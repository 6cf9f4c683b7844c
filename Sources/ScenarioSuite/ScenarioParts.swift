import ScenarioTesting

/// A division of scenarios into contiguous parts of nearly equal size.
struct ScenarioParts: Sendable {
  let count: Int
  private let scenarios: [ScenarioCase]

  init(of scenarios: [ScenarioCase], count: Int) {
    (self.scenarios, self.count) = (scenarios, count)
  }

  /// Creates the parts of a source's scenarios, or of one failing case if the suite has no source.
  init(from suite: Any.Type, count: Int) {
    let source = suite as? any ScenarioSource.Type
    let scenarios = source?.scenarios ?? [ScenarioCase(problem: Self.noSource)]
    self.init(
      of: scenarios.isEmpty ? [ScenarioCase(problem: Self.noScenarios)] : scenarios, count: count)
  }

  /// The scenarios of a part, counted from 0.
  ///
  /// If there are fewer scenarios than parts, a part has one or none.
  subscript(part: Int) -> ArraySlice<ScenarioCase> {
    let cases = scenarios[start(of: part)..<start(of: part + 1)]
    return ScenarioCase.areFiltered ? ScenarioCase.reportingAlone(cases) : cases
  }

  /// Returns the index of the first scenario of a part.
  ///
  /// It is rounded up, so that the first part is never empty if there is a scenario.
  private func start(of part: Int) -> Int { (scenarios.count * part + count - 1) / count }

  private static let noScenarios = """
    the scenario source of `Stories` has no scenarios
      If you filter `ScenarioCases.all(of: […])`, see that something is left.
    """

  private static let noSource = """
    `Stories` has no scenario source
      Add this to a file of your test target, with the vocabularies of your modules:
      extension Stories: @retroactive ScenarioSource {
        public static let scenarios = ScenarioCases.all(of: […])
      }
    """
}
