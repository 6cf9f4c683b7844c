/// A reader's comment on a post.
public struct Comment: Sendable, Hashable, Decodable {
  /// The name of the reader.
  public var author: String

  /// The text that the reader wrote.
  public var text: String
}

/// The interface of the comments screen.
@MainActor
public protocol CommentsView: AnyObject {
  /// Shows whether comments are being loaded.
  func showLoading(_ isLoading: Bool)

  /// Shows lines in place of the previous ones.
  func showComments(_ lines: [String])

  /// Shows a message in place of the comments.
  func showMessage(_ message: String)
}

/// An interface for leaving the comments screen.
@MainActor
public protocol CommentsRouter: AnyObject {
  /// Opens the page of a reader.
  func openReader(named name: String)
}

/// The receiver of what the interactor of the comments screen finds out.
@MainActor
protocol CommentsInteractorOutput: AnyObject {
  func interactorDidLoad(_ comments: [Comment])
  func interactorDidFail(with error: any Error)
}
