import HabitStories
import ScenarioCommands

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: HabitModule.self), Vocabulary(of: FaultsModule.self)]
}
