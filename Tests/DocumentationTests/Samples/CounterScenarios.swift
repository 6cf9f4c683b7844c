// The command line of the articles; there it has `@main`, which a target of tests can't have.

import ScenarioCommands

struct Scenarios: ScenariosApp {
  static let vocabularies = [Vocabulary(of: CounterModule.self)]
}
