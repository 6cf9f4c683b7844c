import ScenarioKit

/// A dial with a number, which timelines can change and check in every way.
final class DialModule: Module {
  static let name = "dial"

  private var number = 0
  private var marks: [String] = []
  private var isBroken = false

  init(_ context: ScenarioContext) {}

  private struct Dropped: Error, CustomStringConvertible {
    let description = "it is in pieces"
  }

  static var steps: Steps {
    Given("the dial is at {int}") { (module, number: Int) in module.number = number }
    When("the dial is set", data: Int.self) { module, number in module.number = number }
    When("the dial is turned to {int}") { (module, number: Int) in module.number = number }
    When("the dial is doubled") { module in module.number *= 2 }
    When("someone writes {string}") { (module, text: String) in module.marks.append(text) }
    When("the dial follows after {duration}", data: Int.self) {
      (module, number: Int, delay: Duration) in
      Task {
        try await Task.sleep(for: delay)
        module.number = number
      }
    }
    When("the dial flickers") { module in
      Task {
        let number = module.number
        try await Task.sleep(for: .milliseconds(30))
        module.number = 99
        try await Task.sleep(for: .milliseconds(30))
        module.number = number
      }
    }
    When("the dial blinks") { module in
      let number = module.number
      module.number = 99
      Task { module.number = number }
    }
    When("someone turns it slowly") { module in try await Task.sleep(for: .seconds(1)) }
    When("someone tears it off") { _ in throw CheckFailure("it is screwed on") }
    When("someone drops it") { _ in throw Dropped() }
    When("the dial breaks") { module in module.isBroken = true }
    Observe("the dial shows") { module in
      if module.isBroken { throw CheckFailure("the dial is broken") }
      return module.number
    }
    Observe("the writing is") { module in module.marks }
    Then("the dial is sound") { _ in }
  }
}
