import ReaderStories
import ScenarioCommands
import ScenarioHistory

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = ReaderStories.vocabularies
  static let history: (any RunHistory.Type)? = SQLiteHistory.self
}
