public import Foundation

/// A news feed, as published by a site.
public struct Feed: Sendable, Hashable {
  /// The name of the feed, if it has one.
  public var title: String?

  /// The news items, in the order of the feed.
  public var items: [FeedItem]

  /// Whether the rest of the feed, after its items, can't be read.
  public var isCutShort: Bool

  /// Creates a feed.
  public init(title: String? = nil, items: [FeedItem], isCutShort: Bool = false) {
    self.title = title
    self.items = items
    self.isCutShort = isCutShort
  }
}

/// A news item; sites may omit any of its parts.
public struct FeedItem: Sendable, Hashable {
  /// The headline, on one line.
  public var title: String?

  /// The summary, in the site's own markup.
  public var summary: String?

  /// The date of publication.
  public var publicationDate: Date?

  /// The web address of the full text.
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
