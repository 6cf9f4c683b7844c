import ScenarioKit

/// A catalogue whose code fails at the location that the environment names.
final class PlacedModule: Module {
  static let name = "placed"

  private var titles: [String]

  init(_ context: ScenarioContext) {
    Placed.initializer.reach()
    titles = []
  }

  deinit { Placed.deinitializer.reach() }

  static var parameterTypes: [ParameterType] {
    get throws {
      Placed.parameterTypes.reach()
      return [
        try ParameterType(name: "title", regexps: ["Dune", "Emma"]) { texts in
          Placed.conversion.reach()
          return texts[0] ?? ""
        }
      ]
    }
  }

  static var steps: Steps {
    let _ = Placed.steps.reach()
    Given("the catalogue has", data: [Book].self) { (module, books: [Book]) in
      module.titles += books.map(\.title)
    }
    When("{title} is added") { (module, title: String) in
      Placed.step.reach()
      module.titles.append(title)
    }
    When("the catalogue is sorted") { module in module.titles.sort(by: order) }
    Observe("the catalogue shows") { module in
      Placed.observation.reach()
      return module.titles
    }
    Then("no title is there twice") { module in
      Placed.check.reach()
      guard Set(module.titles).count == module.titles.count else {
        throw CheckFailure("a title is there twice", details: module.titles)
      }
    }
  }

  private struct Book: Decodable {
    let title: String

    init(from decoder: any Decoder) throws {
      Placed.decoding.reach()
      title = try decoder.singleValueContainer().decode(String.self)
    }
  }
}

/// A global constant whose initializer runs at its first use.
private let order: @Sendable (String, String) -> Bool = {
  Placed.global.reach()
  return { $0 < $1 }
}()
