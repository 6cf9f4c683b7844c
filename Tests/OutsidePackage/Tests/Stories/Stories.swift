import HabitStories
import ScenarioTesting
import Testing

@Test(arguments: ScenarioCases.all(of: [Vocabulary(of: HabitModule.self)]))
func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
