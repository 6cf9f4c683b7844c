import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen with posts, which come in pages.
@MainActor
final class FeedPresenter {
  struct Screen: Codable {
    var posts: [String] = []
    var isLoading = false
    var message: String?
  }

  private(set) var screen = Screen()
  private var pages = 0

  func appear() { loadNextPage() }
  func scrollToEnd() { loadNextPage() }

  private func loadNextPage() {
    // A second bug: the same page is loaded twice.
    guard !screen.isLoading || Planted.hasOther("pages") else { return }
    screen.isLoading = true
    screen.message = nil
    Task {
      do {
        screen.posts += try await Server.send(path: "posts?page=\(pages + 1)", as: [String].self)
        screen.isLoading = false
        pages += 1
      } catch {
        screen.message = "The posts could not be loaded"
        // A third bug: a page that failed is left out.
        if Planted.hasOther("skip") { pages += 1 }
        // The bug: only the first page counts with a failure.
        screen.isLoading = Planted.has("loading") && pages > 0
      }
    }
  }
}

final class FeedModule: Module {
  static let name = "feed"
  private let presenter: FeedPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(FeedPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the feed appears") { module in module.presenter.appear() }
    When("the reader scrolls to the end") { module in module.presenter.scrollToEnd() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
