import Observation
import ScenarioKit

// This target isolates everything to the main actor by default, as app targets of Xcode do.

@Observable
final class Counter {
  private(set) var price = 0
  private(set) var text = "0"

  func start(withPrice price: Int) { self.price = price }

  func tapPlus() { text = "\((Int(text) ?? 0) + 1)" }
}

nonisolated struct PriceData: Decodable {
  var amount: Int
}

protocol CounterOwner: Module {
  var counter: Counter { get }
}

extension CounterOwner {
  @StepsBuilder<Self> static var counterSteps: Steps {
    Observe("the counter shows", synonyms: "the screen says") { module in module.counter.text }
  }
}

final class CounterModule: CounterOwner {
  static let name = "counter"
  let counter: Counter

  init(_ context: ScenarioContext) { counter = context.expectReleased(Counter()) }

  static var steps: Steps {
    counterSteps
    Given("the price is", data: PriceData.self) { (module, price: PriceData) in
      module.counter.start(withPrice: price.amount)
    }
    When("the reader taps plus {int} time(s)", translations: ["de": "jemand tippt {int} mal"]) {
      (module, times: Int) in
      for _ in 0..<times { module.counter.tapPlus() }
    }
    Then("the price is {int}") { (module, price: Int) in
      guard module.counter.price != price else { return }
      throw CheckFailure("the price is \(module.counter.price), not \(price)")
    }
  }
}
