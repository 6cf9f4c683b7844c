import ScenarioKit

/// An app that a step creates, and that can't be observed before.
final class LateModule: Module {
  static let name = "late"

  private var app: App?
  private var observations = 0

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Given("the day begins") { _ in }
    Given("the app is created") { $0.app = App() }
    When("the app is used") { try $0.created.state = "used" }
    Observe("the app shows") { module in
      guard let app = module.app else { fatalError("there is no app yet") }
      return app.state
    }
    Observe("the app was observed") { module in
      module.observations += 1
      return module.observations
    }
  }

  private var created: App {
    get throws {
      guard let app else { throw CheckFailure("there is no app yet") }
      return app
    }
  }

  @MainActor
  private final class App {
    var state = "new"
  }
}
