import CounterStories
import ScenarioCommands

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: CounterModule.self)]
}
