import Foundation
import ReaderApp
import ScenarioKit

/// Stands in for the screen that a person would see: it remembers what it was told to show.
@MainActor
final class FeedScreenSpy: FeedView {
  /// What the screen shows, as stories see it.
  struct Shown: Encodable, Sendable {
    /// A piece of news in the list.
    struct Item: Encodable, Sendable {
      var title: String
      var summary: String?
      var date: String?
      var link: URL?
    }

    var state: String
    var title: String?
    var items: [Item]?
    var notice: String?
    var message: String?
    var buttons: [String] = []
  }

  private static let retryButton = "Try again"

  /// A real screen owns its presenter, too.
  var presenter: FeedPresenter?

  let updates = Spy<Shown>("the feed was updated")

  func show(_ state: FeedViewState) {
    switch state {
    case .loading:
      updates.record(Shown(state: "loading"))
    case .items(let title, let rows, let notice):
      let items = rows.map {
        Shown.Item(title: $0.title, summary: $0.summary, date: $0.dateText, link: $0.link)
      }
      updates.record(Shown(state: "items", title: title, items: items, notice: notice))
    case .empty(let title):
      updates.record(Shown(state: "empty", title: title))
    case .failed(let message):
      updates.record(Shown(state: "failed", message: message, buttons: [Self.retryButton]))
    }
  }

  /// Passes a tap on to the presenter, also where the button is hidden: the presenter has to cope
  /// with that.
  func tap(_ label: String) throws {
    guard label == Self.retryButton else {
      throw CheckFailure(
        "the feed has no button \"\(label)\"", details: ["It has: \"\(Self.retryButton)\""])
    }
    presenter?.reloadTapped()
  }

  /// Taps the first piece of news with a headline.
  func tapItem(titled title: String) throws {
    let titles = updates.calls.last?.items?.map(\.title) ?? []
    guard let index = titles.firstIndex(of: title) else {
      throw CheckFailure(
        "the feed has no news \"\(title)\"", details: titles.map { "It has: \($0)" })
    }
    presenter?.rowTapped(index)
  }
}

/// Stands in for the browser: it remembers which pages were opened.
@MainActor
final class FeedRouterSpy: FeedRouter {
  let openedPages = Spy<URL>("a page opened", of: "router")

  func openPage(_ url: URL) {
    openedPages.record(url)
  }
}
