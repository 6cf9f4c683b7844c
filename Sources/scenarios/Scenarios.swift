import ReaderStories
import ScenarioCommands

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = ReaderStories.vocabularies
}
