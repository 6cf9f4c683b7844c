import ScenarioHTTP
import ScenarioKit

/// The module of a run and its context, on the simulation's main actor.
@MainActor
final class Stage {
  let context: ScenarioContext
  nonisolated let transport: FakeTransport
  private var builtModule: (any Module)?

  /// There is no module where the run has let it go.
  struct IsCleared: Error {}

  init(context: ScenarioContext, transport: FakeTransport, module: any Module) {
    self.context = context
    self.transport = transport
    builtModule = module
  }

  var module: any Module {
    get throws {
      guard let builtModule else { throw IsCleared() }
      return builtModule
    }
  }

  func clear() { builtModule = nil }
}
