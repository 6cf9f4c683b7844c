/// What the links screen's presenter asks of its view; the view tells the presenter of every tap.
@MainActor
public protocol LinksView: AnyObject {
  /// Shows a state in place of the one before it.
  func show(_ state: LinksViewState)
}

/// What the links screen shows, whatever it is drawn with.
public struct LinksViewState: Sendable, Hashable {
  /// The reader's links.
  public var links: [String]

  /// What the reader is told about what they did last.
  public var message: String?

  /// Creates a state.
  public init(links: [String], message: String? = nil) {
    self.links = links
    self.message = message
  }
}
