import ReaderStories
import ScenarioCommands
import ScenarioHistory
import ScenarioLive

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = ReaderStories.vocabularies
  #if Live
  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self
  #endif
  #if History
  static let history: (any RunHistory.Type)? = SQLiteHistory.self
  #endif
}
