import Foundation
import ReaderStories
import ScenarioSuite

extension Stories: @retroactive ScenarioSource {
  /// The stories that `STORIES` names by the path of their package's manifest, as cases.
  public static let scenarios = ScenarioCases.all(
    of: ReaderStories.vocabularies,
    testFile: ProcessInfo.processInfo.environment["STORIES", default: #filePath])
}
