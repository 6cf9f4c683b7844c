import Foundation
import HabitStories
import ScenarioTesting
import Testing

private let vocabularies = [Vocabulary(of: HabitModule.self), Vocabulary(of: FaultsModule.self)]

/// The folder of stories, which `run` changes.
private let folder = ProcessInfo.processInfo.environment["STORIES"] ?? "Scenarios"

@Test(arguments: ScenarioCases.all(of: vocabularies, in: folder))
func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
