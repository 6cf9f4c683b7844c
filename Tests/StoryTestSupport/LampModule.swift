import ScenarioKit

/// A lamp with a timer, as a minimal module that changes over time.
package final class LampModule: Module {
  package static let name = "lamp"

  private let switched = Spy<Bool>("the lamp was switched")
  private var isOn = false
  private var text = ""

  package init(_ context: ScenarioContext) {}

  package static var steps: Steps {
    Given("the lamp is bought switched on") { module in module.isOn = true }
    When("the lamp goes on") { module in module.turn(on: true) }
    When("the lamp goes on after {duration}") { (module, delay: Duration) in
      module.turn(on: true, after: delay)
    }
    When("the lamp goes off after {duration}") { (module, delay: Duration) in
      module.turn(on: false, after: delay)
    }
    When("someone waits {duration} and switches the lamp on") { (module, delay: Duration) in
      try await Task.sleep(for: delay)
      module.turn(on: true)
    }
    When("someone writes {string} on it") { (module, text: String) in module.text += text }
    Observe("the lamp is") { module in module.isOn ? "on" : "off" }
    Observe("the writing is") { module in module.text }
    Then("the lamp was switched {int} time(s)") { (module, count: Int) in
      try module.switched.expect(count: count)
    }
    Then("the lamp shines") { module in
      guard module.isOn else { throw CheckFailure("the lamp is dark", details: ["It is off."]) }
    }
  }

  private func turn(on isOn: Bool) {
    self.isOn = isOn
    switched.record(isOn)
  }

  private func turn(on isOn: Bool, after delay: Duration) {
    Task {
      try await Task.sleep(for: delay)
      turn(on: isOn)
    }
  }
}
