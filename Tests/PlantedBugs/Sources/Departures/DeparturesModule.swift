import ScenarioHTTP
import ScenarioKit

package final class DeparturesModule: Module {
  private struct Screen: Codable {
    var stops: [String]
    var isSearching: Bool
    var message: String?
  }

  private struct Board: Codable {
    var stop: String?
    var departures: [Departure]
    var isLoading: Bool
    var isOld: Bool
    var isFavourite: Bool
    var message: String?
  }

  package static let name = "departures"
  private let board: DepartureBoard

  package init(_ context: ScenarioContext) {
    board = context.expectReleased(DepartureBoard())
  }

  package static var steps: Steps {
    Steps.server
    When("the passenger types {string}") { (module, text: String) in module.board.typed(text) }
    When("the passenger chooses {string}") { (module, stop: String) in module.board.choose(stop) }
    When("the passenger goes back") { module in module.board.goBack() }
    When("the passenger looks at line {string} only") { (module, line: String) in
      module.board.showOnly(line)
    }
    When("the passenger looks at all lines") { module in module.board.showOnly(nil) }
    When("the passenger taps the star") { module in module.board.tapStar() }
    Observe("the search shows") { module in
      let board = module.board
      return Screen(stops: board.stops, isSearching: board.isSearching, message: board.message)
    }
    Observe("the board shows") { module in
      let board = module.board
      return Board(
        stop: board.stop, departures: board.shown, isLoading: board.isLoading, isOld: board.isOld,
        isFavourite: board.stop.map(board.favourites.contains) ?? false, message: board.message)
    }
  }
}
