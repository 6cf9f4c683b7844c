public import Foundation

/// The content of the feed screen, independent of how it is drawn.
public enum FeedViewState: Sendable, Hashable {
  /// Only the activity indicator.
  case loading

  /// The feed's name and news, with the notice below the last item.
  case items(title: String?, rows: [FeedRow], notice: String?)

  /// The feed's name and a note that there is no news.
  case empty(title: String?)

  /// An error message and the button to try again.
  case failed(message: String)
}

/// A news item in the list.
public struct FeedRow: Sendable, Hashable {
  /// The headline.
  public var title: String

  /// The summary, in the site's own markup.
  public var summary: String?

  /// The day of publication, formatted for the reader.
  public var dateText: String?

  /// The page that a tap opens; `nil` if the row can't be tapped.
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
