import ReaderStories
import ScenarioSuite

extension Stories: ScenarioSource {
  /// The stories of the sample app.
  public static let scenarios = ScenarioCases.all(of: ReaderStories.vocabularies)
}
