import ScenarioTesting
import Testing

/// The test that the articles show, which is only compiled here because this package's stories use
/// other modules.
@Suite("Stories of the counter", .disabled("compiled only"))
struct CounterStories {
  @Test(arguments: ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)]))
  func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
}
