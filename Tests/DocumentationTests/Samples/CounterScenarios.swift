// The command line of the articles, without the `@main` that a test target cannot have.

import ScenarioCommands
import ScenarioHistory

struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: CounterModule.self)]
  static let history: (any RunHistory.Type)? = SQLiteHistory.self
}
