import ScenarioHTTP
import ScenarioKit

package final class TicketsModule: Module {
  package static let name = "tickets"
  private let viewModel: TicketViewModel

  package init(_ context: ScenarioContext) {
    viewModel = context.expectReleased(TicketViewModel())
  }

  package static var steps: Steps {
    Steps.server
    When("the buyer opens the events") { module in module.viewModel.appear() }
    When("the buyer chooses seat {string} of {string}") {
      (module, seat: String, title: String) in
      module.viewModel.choose(seat, of: title)
    }
    When("the buyer pays") { module in module.viewModel.pay() }
    When("the buyer gives the seat back") { module in module.viewModel.giveBack() }
    Observe("the screen shows") { module in module.viewModel.screen }
  }
}
