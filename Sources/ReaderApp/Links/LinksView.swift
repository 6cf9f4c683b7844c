/// The view of the links screen, which passes every tap to the presenter.
@MainActor
public protocol LinksView: AnyObject {
  /// Shows a state in place of the previous one.
  func show(_ state: LinksViewState)
}

/// The content of the links screen, independent of how it is drawn.
public struct LinksViewState: Sendable, Hashable {
  /// The reader's links.
  public var links: [String]

  /// The message about the last action; `nil` if there is none.
  public var message: String?

  /// Creates a state.
  public init(links: [String], message: String? = nil) {
    self.links = links
    self.message = message
  }
}
