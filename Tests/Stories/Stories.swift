import ReaderStories
import ScenarioTesting
import Testing

@Suite("Stories")
struct Stories {
  @Test(arguments: ScenarioCases.all(of: ReaderStories.vocabularies))
  func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
}
