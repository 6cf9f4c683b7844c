import ScenarioKit

/// An app that keeps state for the lifetime of its process, in ways that Swift 6 allows.
///
/// A check passes if its scenario runs alone in a process, because the state is then fresh.
final class SharedModule: Module {
  static let name = "shared"

  private var shown: Int?

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("user {int} uses the {}") { (module, user: Int, word: String) in
      guard let state = SharedState(rawValue: word) else {
        let names = SharedState.allCases.map(\.rawValue).joined(separator: ", ")
        throw CheckFailure("the app shares no \(word); it shares \(names)")
      }
      module.shown = try await state.use(by: user)
    }
    Observe("the app shows") { module in module.shown }
  }
}
