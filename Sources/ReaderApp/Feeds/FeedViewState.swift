public import Foundation

/// What the feed screen shows, whatever it is drawn with.
public enum FeedViewState: Sendable, Hashable {
  /// Only the activity indicator.
  case loading

  /// The feed's name and news; the notice stands under the last of them.
  case items(title: String?, rows: [FeedRow], notice: String?)

  /// The feed's name, and that there is no news.
  case empty(title: String?)

  /// What went wrong, and the button that tries again.
  case failed(message: String)
}

/// A piece of news in the list.
public struct FeedRow: Sendable, Hashable {
  /// The headline.
  public var title: String

  /// What the news is about, in the site's own markup.
  public var summary: String?

  /// The day of publication, in the reader's words.
  public var dateText: String?

  /// Where a tap leads; without it the row can't be tapped.
  public var link: URL?

  /// Creates a row.
  public init(
    title: String, summary: String? = nil, dateText: String? = nil, link: URL? = nil
  ) {
    self.title = title
    self.summary = summary
    self.dateText = dateText
    self.link = link
  }
}
