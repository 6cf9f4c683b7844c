// The command line of the articles, without the `@main` that a test target cannot have.

import ScenarioCommands

struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: CounterModule.self)]
}
