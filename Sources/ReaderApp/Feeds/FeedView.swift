public import Foundation

/// What the feed screen's presenter asks of its view; the view tells the presenter of every tap.
@MainActor
public protocol FeedView: AnyObject {
  /// Shows a state in place of the one before it.
  func show(_ state: FeedViewState)
}

/// Leads from the feed screen to the pages of its news.
@MainActor
public protocol FeedRouter: AnyObject {
  /// Opens a page of the web.
  func openPage(_ url: URL)
}
