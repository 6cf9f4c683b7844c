import ScenarioKit

/// An app that keeps state for as long as its process lives, in ways that Swift 6 allows.
///
/// A scenario alone in a process sees the state of a fresh process, and its check holds.
final class SharedModule: Module {
  static let name = "shared"

  private var shown: Int?

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("user {int} uses the {word}") { (module, user: Int, word: String) in
      guard let state = SharedState(rawValue: word) else {
        let names = SharedState.allCases.map(\.rawValue).joined(separator: ", ")
        throw CheckFailure("the app shares no \(word); it shares \(names)")
      }
      module.shown = try await state.use(by: user)
    }
    Observation("the app shows") { module in module.shown }
  }
}
