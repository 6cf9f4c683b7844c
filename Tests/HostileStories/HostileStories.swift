import ScenarioCommands
import ScenarioHistory
import ScenarioKit
import ScenarioResults

/// A command line with modules that crash, block, and misuse their process.
@main
struct HostileStories: ScenariosApp {
  static let history: (any RunHistory.Type)? = SQLiteHistory.self

  static var vocabularies: [Vocabulary] {
    Placed.vocabularies.reach()
    return [
      Vocabulary(of: DeathsModule.self), Vocabulary(of: PlacedModule.self),
      Vocabulary(of: SharedModule.self), Vocabulary(of: HonestModule.self),
      Vocabulary(of: PrintingModule.self), Vocabulary(of: LateModule.self),
      Vocabulary(of: UndeterminedModule.self), Vocabulary(of: StorageModule.self),
      Vocabulary(of: LeavingModule.self),
    ]
  }
}
