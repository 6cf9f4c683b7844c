import ScenarioKit
import ScenarioLanguage

/// A module whose step definitions take data, for tests of planning.
package final class ShopModule: Module {
  package static let name = "shop"

  package struct Item: Codable, Sendable {
    var name: String
    var price: Double
  }

  /// Step data that reads a file when the story is read.
  package struct Catalogue: StepData, Sendable {
    private let file: Node
    private(set) var size = 0

    private enum CodingKeys: CodingKey { case file }

    package mutating func prepare(in folder: StoryFolder) throws {
      size = try folder.contents(of: file).count
    }
  }

  private var items: [Item] = []
  private var note: String?
  private var catalogueSize = 0

  package init(_ context: ScenarioContext) {}

  package static var steps: Steps {
    Given("the shop has", data: [Item].self) { (module, items: [Item]) in module.items = items }
    Given("the catalogue is", data: Catalogue.self) { (module, catalogue: Catalogue) in
      module.catalogueSize = catalogue.size
    }
    When("the reader leaves a note", data: String?.self) { (module, note: String?) in
      module.note = note ?? "nothing"
    }
    When("the reader buys {int} item(s)") { (module, count: Int) in
      module.items.removeFirst(min(count, module.items.count))
    }
    When("the reader buys a {word}") { (module, name: String) in
      module.items.removeAll { $0.name == name }
    }
    When("the reader buys a(n) {string}") { (_, _: String) in }
    When("the reader buys {}") { (_, _: String) in }
    Observe("the items are") { module in module.items }
    Observe("the note is") { module in module.note }
    Observe("the catalogue has as many bytes as") { module in module.catalogueSize }
    Then("the shop is empty") { module in
      guard module.items.isEmpty else {
        throw CheckFailure("the shop still has \(module.items.count) items")
      }
    }
  }
}
