import ScenarioKit

/// The module of a run and its context, on the simulation's main actor.
@MainActor
final class ModuleHost {
  let context: ScenarioContext
  private var builtModule: (any Module)?

  /// The error for a run that has released its module.
  struct IsCleared: Error {}

  init(context: ScenarioContext, module: any Module) {
    (self.context, builtModule) = (context, module)
  }

  var module: any Module {
    get throws {
      guard let builtModule else { throw IsCleared() }
      return builtModule
    }
  }

  func clear() { builtModule = nil }
}
