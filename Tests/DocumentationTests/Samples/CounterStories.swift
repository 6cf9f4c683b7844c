import ScenarioTesting
import Testing

/// The test of the articles, which is compiled here and runs in a package of its own: the stories
/// of this one are about other modules.
@Suite("Stories of the counter", .disabled("compiled only"))
struct CounterStories {
  @Test(arguments: ScenarioCases.all(of: [Vocabulary(of: CounterModule.self)]))
  func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
}
