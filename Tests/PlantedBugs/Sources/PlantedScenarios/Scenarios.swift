import PlantedStories
import ScenarioCommands

@main
struct Scenarios: ScenariosApp {
  static let vocabularies = plantedVocabularies
}
