import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The screen for signing in, an unchanged view model with closures, queues and a timer.
final class SignInModule: Module {
  static let name = "sign-in"
  private let states = Spy<SignInViewModel.State>("the screen was updated")
  private var viewModel: SignInViewModel?

  init(_ context: ScenarioContext) {
    viewModel = context.expectReleased(SignInViewModel())
    viewModel?.onChange = states.record
  }

  static var steps: Steps {
    Steps.server
    When("the reader types the address {string}") { (module, address: String) in
      module.viewModel?.emailChanged(address)
    }
    When("the reader asks for a code") { module in module.viewModel?.sendTapped() }
    When("the reader enters the code {string}") { (module, code: String) in
      module.viewModel?.codeEntered(code)
    }
    When("the reader closes the screen") { module in module.viewModel = nil }
    Observe("the screen shows") { module in module.states.calls.last }
  }
}
