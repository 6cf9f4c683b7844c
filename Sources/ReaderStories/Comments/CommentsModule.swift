import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The comments screen, an unchanged VIPER module with a session of its own.
final class CommentsModule: Module {
  static let name = "comments"
  private let screen = CommentsScreenSpy()
  private let router = CommentsRouterSpy()

  init(_ context: ScenarioContext) {
    screen.presenter = context.expectReleased(
      CommentsPresenter(post: "a", view: screen, router: router))
  }

  static var steps: Steps {
    Steps.server
    When("the reader opens the comments") { module in module.screen.presenter?.viewDidLoad() }
    When("the reader closes the comments") { module in module.screen.presenter = nil }
    When("the reader taps comment {int}") { (module, number: Int) in
      module.screen.presenter?.didSelectComment(at: number - 1)
    }
    Observe("the comments screen shows") { module in module.screen.shown }
    Observe("the opened readers are") { module in module.router.readers.calls }
  }
}

/// A spy for the comments screen.
@MainActor
private final class CommentsScreenSpy: CommentsView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable {
    var isLoading = false
    var comments: [String] = []
    var message: String?
  }

  var presenter: CommentsPresenter?
  private(set) var shown = Shown()

  func showLoading(_ isLoading: Bool) { shown.isLoading = isLoading }
  func showComments(_ lines: [String]) { (shown.comments, shown.message) = (lines, nil) }
  func showMessage(_ message: String) { (shown.comments, shown.message) = ([], message) }
}

/// A spy for the router of the comments screen.
@MainActor
private final class CommentsRouterSpy: CommentsRouter {
  let readers = Spy<String>("the page of a reader opened", of: "router")

  func openReader(named name: String) { readers.record(name) }
}
