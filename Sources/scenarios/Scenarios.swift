import ReaderStories
import ScenarioCommands
import ScenarioHistory
import ScenarioLive

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = ReaderStories.vocabularies
  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self
  static let history: (any RunHistory.Type)? = SQLiteHistory.self
}
