import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The search screen, an unchanged view model above a repository, with work items and retries.
final class SearchModule: Module {
  static let name = "search"
  private var viewModel: SearchViewModel?

  init(_ context: ScenarioContext) {
    viewModel = context.expectReleased(SearchViewModel())
  }

  static var steps: Steps {
    Steps.server
    Steps.storage
    When("the reader searches for", data: String.self) { module, text in
      module.viewModel?.textChanged(text)
    }
    When("the reader closes the search") { module in module.viewModel = nil }
    Observe("the found titles are") { module in module.viewModel?.titles }
    Observe("the recent searches are") { module in module.viewModel?.recentSearches }
    Observe("the search says") { module in module.viewModel?.message }
  }
}
