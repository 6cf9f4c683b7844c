import ScenarioCommands
import ScenarioLive

/// A command line that can run stories live.
struct LiveScenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: ReadingListModule.self)]
  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self
}
