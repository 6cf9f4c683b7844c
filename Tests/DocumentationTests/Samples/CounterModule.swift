// The smallest module of the articles, as shown there.

import ScenarioKit

public final class CounterModule: Module {
  public static let name = "counter"
  private let counter: Counter

  public init(_ context: ScenarioContext) {
    counter = context.expectReleased(Counter())
  }

  public static var steps: Steps {
    When("the reader taps plus {int} time(s)") { (module, times: Int) in
      for _ in 0..<times { module.counter.tapPlus() }
    }
    Observe("the counter shows") { module in module.counter.text }
  }
}
