import ScenarioKit

/// The smallest app there is: a number that a tap makes larger.
final class CounterModule: Module {
  static let name = "counter"

  private struct Shown: Encodable {
    var count: Int
    var label: String
  }

  private var count = 0

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the reader taps plus {int} time(s)") { (module, times: Int) in
      module.count += times
    }
    When("the reader breaks the counter") { _ in
      throw CheckFailure("the counter is broken", details: ["It fell from the table."])
    }
    Observation("the counter shows") { module in
      Shown(count: module.count, label: "\(module.count) taps")
    }
  }
}
