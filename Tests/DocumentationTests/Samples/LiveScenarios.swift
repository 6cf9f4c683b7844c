import ScenarioCommands
import ScenarioLive

/// A command line that supports live runs.
struct LiveScenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: ReadingListModule.self)]
  static let liveServer: (any LiveServer.Type)? = LoopbackServer.self
}
