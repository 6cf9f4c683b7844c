import CounterStories
import ScenarioCommands
import ScenarioHistory

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: CounterModule.self)]
  static let history: (any RunHistory.Type)? = SQLiteHistory.self
}
