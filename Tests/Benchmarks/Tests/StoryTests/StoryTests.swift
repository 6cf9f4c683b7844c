import Foundation
import ReaderStories
import ScenarioSuite

/// The stories that `STORIES` names by the path of their package's manifest, as cases.
extension Stories: @retroactive ScenarioSource {
  public static let scenarios = ScenarioCases.all(
    of: ReaderStories.vocabularies,
    testFile: ProcessInfo.processInfo.environment["STORIES", default: #filePath])
}
