import ScenarioHTTP
import ScenarioKit

/// A vocabulary for a small screen, for stories that are read but never run.
final class FactsWords: Module {
  static let name = "facts"

  let transport: FakeTransport

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Steps.server
    When("the screen appears") { _ in }
    When("the reader taps {string}") { (_, _: String) in }
    When("the reader closes the screen") { _ in }
    Observe("the screen shows") { _ in "" }
    Observe("the screen showed") { _ in [""] }
    Then("the screen was updated {int} time(s)") { (_, _: Int) in }
    Then("the details screen opened for fact {int}") { (_, _: Int) in }
    Then("the details screen did not open") { _ in }
  }
}
