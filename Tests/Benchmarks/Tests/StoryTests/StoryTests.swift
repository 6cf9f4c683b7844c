import Foundation
import ReaderStories
import ScenarioTesting
import Testing

/// The stories that `STORIES` names by the path of their package's manifest, as cases.
@Suite struct StoryTests {
  static let package = ProcessInfo.processInfo.environment["STORIES", default: #filePath]

  @Test(arguments: ScenarioCases.all(of: ReaderStories.vocabularies, testFile: package))
  func story(_ scenario: ScenarioCase) async throws { try await scenario.run() }
}
