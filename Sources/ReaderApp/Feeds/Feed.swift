public import Foundation

/// A feed of news, as its site publishes it.
public struct Feed: Sendable, Hashable {
  /// The name of the feed, where it has one.
  public var title: String?

  /// The news, in the order of the feed.
  public var items: [FeedItem]

  /// Whether the feed goes on after its items in a way that can't be read.
  public var isCutShort: Bool

  /// Creates a feed.
  public init(title: String? = nil, items: [FeedItem], isCutShort: Bool = false) {
    self.title = title
    self.items = items
    self.isCutShort = isCutShort
  }
}

/// One piece of news; sites leave out any of its parts.
public struct FeedItem: Sendable, Hashable {
  /// The headline, on one line.
  public var title: String?

  /// What the news is about, in the site's own markup.
  public var summary: String?

  /// When it was published.
  public var publicationDate: Date?

  /// Where the whole of it can be read: an address of the web.
  public var link: URL?

  /// Creates an item.
  public init(
    title: String? = nil, summary: String? = nil, publicationDate: Date? = nil, link: URL? = nil
  ) {
    self.title = title
    self.summary = summary
    self.publicationDate = publicationDate
    self.link = link
  }
}
