import ScenarioKit

@MainActor
protocol CounterOwner: Module {
  var counter: Counter { get }
}

extension CounterOwner {
  @StepsBuilder<Self> static var counterSteps: Steps {
    Observe("the counter shows") { module in module.counter.text }
  }
}

nonisolated struct PriceData: Decodable {
  var amount: Int
}
