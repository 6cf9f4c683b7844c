public import Foundation

/// The view of the feed screen, which passes every tap to the presenter.
@MainActor
public protocol FeedView: AnyObject {
  /// Shows a state in place of the previous one.
  func show(_ state: FeedViewState)
}

/// A router from the feed screen to the pages of its news.
@MainActor
public protocol FeedRouter: AnyObject {
  /// Opens a web page.
  func openPage(_ url: URL)
}
