/// Why there is no feed to show.
public enum FeedError: Error {
  /// The device has no network.
  case notConnectedToInternet

  /// No server has the name that stands in the address.
  case serverNotFound

  /// The server did not answer, for the reason that the transport gave.
  case noAnswer(any Error)

  /// The server answered with this status, which isn't one of success.
  case badStatus(Int)

  /// The text is not the address of a page of the web.
  case badAddress

  /// What came is something else, such as a page for people.
  case notAFeed

  /// What came is a feed, but of a kind that this app does not read.
  case unsupported(FeedKind)

  /// The feed can't be read as far as its first item.
  case damaged
}

/// The kinds of feed that the app knows and does not read.
public enum FeedKind: String, Sendable, Hashable {
  /// The Atom Syndication Format.
  case atom = "Atom"

  /// RSS 1.0, which has little but its name in common with RSS 2.0.
  case rss1 = "RSS 1.0"
}

extension FeedError {
  /// What the reader is told.
  public var message: String {
    switch self {
    case .notConnectedToInternet: "You are not connected to the internet"
    case .serverNotFound: "There is no server with this name"
    case .noAnswer: "The server does not answer"
    case .badStatus(404), .badStatus(410): "The feed is not there any more"
    case .badStatus(let status): "The server has a problem (\(status))"
    case .badAddress: "This is not the address of a feed"
    case .notAFeed: "There is no feed at this address"
    case .unsupported(let kind): "This is an \(kind.rawValue) feed, which can't be read here"
    case .damaged: "The feed is damaged"
    }
  }
}
