import Foundation

/// The logic of the comments screen, in the style of VIPER: view, interactor, presenter, entity,
/// router.
@MainActor
public final class CommentsPresenter {
  private weak var view: (any CommentsView)?
  private let router: any CommentsRouter
  private let interactor = CommentsInteractor()
  private let post: String
  private var comments: [Comment] = []

  /// Creates the presenter of a screen for the comments on a post; the screen is held weakly.
  public init(post: String, view: any CommentsView, router: any CommentsRouter) {
    self.post = post
    self.view = view
    self.router = router
    interactor.output = self
  }

  /// Loads the comments.
  public func viewDidLoad() {
    view?.showLoading(true)
    interactor.loadComments(on: post)
  }

  /// Opens the page of the reader who wrote a comment, counted from 0.
  public func didSelectComment(at index: Int) {
    guard comments.indices.contains(index) else { return }
    router.openReader(named: comments[index].author)
  }
}

extension CommentsPresenter: CommentsInteractorOutput {
  func interactorDidLoad(_ comments: [Comment]) {
    self.comments = comments
    view?.showLoading(false)
    view?.showComments(comments.map { "\($0.author): \($0.text)" })
  }

  func interactorDidFail(with error: any Error) {
    view?.showLoading(false)
    view?.showMessage(
      (error as? URLError)?.code == .notConnectedToInternet
        ? "You are offline" : "The comments could not be loaded")
  }
}
