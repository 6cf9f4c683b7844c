import ScenarioKit

/// The step definitions proposed for unknown sentences, pasted without changes.
///
/// This file tests that the proposals compile. `StepProposalTests` tests that the proposals are still
/// the same as in this file.
final class ProposedModule: Module {
  static let name = "proposed"

  init(_ context: ScenarioContext) {}

  struct BasketHoldsData: Decodable {
    // Add properties for "name", "price"
  }

  struct BasketShowsData: Encodable {
    // Add properties for "total", "time zone", "default", "items", "left"
  }

  struct УЧитателяЕстьData: Decodable {
    // Add properties for "имя"
  }

  static var steps: Steps {
    When("the reader swipes {string} {int} times") { (module, string: String, int: Int) in
      throw CheckFailure("this step is not implemented yet")
    }
    When("the reader drags {string} onto {string}") { (module, string: String, string2: String) in
      throw CheckFailure("this step is not implemented yet")
    }
    Given("the basket holds", data: [BasketHoldsData].self) { (module, data: [BasketHoldsData]) in
      throw CheckFailure("this step is not implemented yet")
    }
    Then("the basket is empty") { module in
      throw CheckFailure("this step is not implemented yet")
    }
    Observe("the basket shows") { module -> BasketShowsData in
      throw CheckFailure("this step is not implemented yet")
    }
    When("the reader pays after {duration}", data: String.self) {
      (module, data: String, duration: Duration) in
      throw CheckFailure("this step is not implemented yet")
    }
    Observe("page {int} shows") { (module, int: Int) -> [String] in
      throw CheckFailure("this step is not implemented yet")
    }
    Given("у читателя есть", data: УЧитателяЕстьData.self) { (module, data: УЧитателяЕстьData) in
      throw CheckFailure("this step is not implemented yet")
    }
    Then("either\\/or \\(\\{both}) \"") { module in
      throw CheckFailure("this step is not implemented yet")
    }
    When("the author writes", data: String.self) { (module, data: String) in
      throw CheckFailure("this step is not implemented yet")
    }
    Observe("the letter is sent") { module -> Bool in
      throw CheckFailure("this step is not implemented yet")
    }
  }
}
