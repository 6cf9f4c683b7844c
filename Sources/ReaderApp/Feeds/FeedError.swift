/// The error for a feed that can't be shown.
public enum FeedError: Error {
  /// The device has no network.
  case notConnectedToInternet

  /// No server has the name in the address.
  case serverNotFound

  /// The server did not answer; the value is the transport's error.
  case noAnswer(any Error)

  /// The server responded with a status that does not mean success.
  case badStatus(Int)

  /// The text is not a web address.
  case badAddress

  /// The response is not a feed, but for example a web page.
  case notAFeed

  /// The feed is of a kind that this app does not support.
  case unsupported(FeedKind)

  /// The feed can't be read up to its first item.
  case damaged
}

/// A kind of feed that the app recognises but does not support.
public enum FeedKind: String, Sendable, Hashable {
  /// The Atom Syndication Format.
  case atom = "Atom"

  /// RSS 1.0, which is a different format from RSS 2.0.
  case rss1 = "RSS 1.0"
}

extension FeedError {
  /// The text that is shown to the reader.
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
