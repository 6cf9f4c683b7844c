import ReaderStories
import ScenarioCommands
import ScenarioLive

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = ReaderStories.vocabularies
  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self
}
