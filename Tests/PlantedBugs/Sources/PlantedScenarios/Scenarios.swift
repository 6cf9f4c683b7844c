import Departures
import Journal
import PlantedScreens
import PlantedStories
import ScenarioCommands
import Tickets

@main
struct Scenarios: ScenariosApp {
  static let vocabularies =
    plantedVocabularies + screenVocabularies + [
      Vocabulary(of: TicketsModule.self), Vocabulary(of: DeparturesModule.self),
      Vocabulary(of: JournalModule.self),
    ]
}
