import ScenarioKit

/// A minimal app with a number that each tap increments.
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
    Observe("the counter shows") { module in
      Shown(count: module.count, label: "\(module.count) taps")
    }
  }
}
