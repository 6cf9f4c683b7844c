import Foundation
import ReaderApp
import ScenarioKit

/// A spy for the feed screen that records the shown states.
@MainActor
final class FeedScreenSpy: FeedView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable, Sendable {
    enum State: String, Codable, CaseIterable { case loading, items, empty, failed }

    /// A news item in the list.
    struct Item: Codable, Sendable {
      var title: String
      var summary: String?
      var date: String?
      var link: URL?
    }

    var state: State
    var title: String?
    var items: [Item]?
    var notice: String?
    var message: String?
    var buttons: [String] = []
  }

  private static let retryButton = "Try again"

  /// The presenter, which a real screen also owns.
  var presenter: FeedPresenter?

  let updates = Spy<Shown>("the feed was updated")

  func show(_ state: FeedViewState) {
    switch state {
    case .loading:
      updates.record(Shown(state: .loading))
    case .items(let title, let rows, let notice):
      let items = rows.map {
        Shown.Item(title: $0.title, summary: $0.summary, date: $0.dateText, link: $0.link)
      }
      updates.record(Shown(state: .items, title: title, items: items, notice: notice))
    case .empty(let title):
      updates.record(Shown(state: .empty, title: title))
    case .failed(let message):
      updates.record(Shown(state: .failed, message: message, buttons: [Self.retryButton]))
    }
  }

  /// Passes a tap on to the presenter, even if the button is hidden.
  ///
  /// The presenter has to handle such taps.
  func tap(_ label: String) throws {
    guard label == Self.retryButton else {
      throw CheckFailure(
        "the feed has no button \"\(label)\"", details: ["It has: \"\(Self.retryButton)\""])
    }
    presenter?.reloadTapped()
  }

  /// Taps the first news item with a headline.
  func tapItem(titled title: String) throws {
    let titles = updates.calls.last?.items?.map(\.title) ?? []
    guard let index = titles.firstIndex(of: title) else {
      throw CheckFailure(
        "the feed has no news \"\(title)\"", details: titles.map { "It has: \($0)" })
    }
    presenter?.rowTapped(index)
  }
}

/// A spy for the browser that records the opened pages.
@MainActor
final class FeedRouterSpy: FeedRouter {
  let openedPages = Spy<URL>("a page opened", of: "router")

  func openPage(_ url: URL) {
    openedPages.record(url)
  }
}
