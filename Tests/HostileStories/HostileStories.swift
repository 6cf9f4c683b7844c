import ScenarioCommands
import ScenarioKit
import ScenarioReports

/// A command line with modules that crash, block, and misuse their process.
@main
struct HostileStories: ScenariosApp {

  static var vocabularies: [Vocabulary] {
    Placed.vocabularies.reach()
    return [
      Vocabulary(of: DeathsModule.self), Vocabulary(of: PlacedModule.self),
      Vocabulary(of: SharedModule.self), Vocabulary(of: HonestModule.self),
      Vocabulary(of: PrintingModule.self), Vocabulary(of: LateModule.self),
      Vocabulary(of: UndeterminedModule.self), Vocabulary(of: StorageModule.self),
      Vocabulary(of: LeavingModule.self), Vocabulary(of: PairModule.self),
    ]
  }
}
