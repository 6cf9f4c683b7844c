import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The screens for posts with fakes only for the wireframe and the server.
final class PostsModule: PostsScreensModule {
  static let name = "posts"
  static let isObservable = true

  let wireframe = WireframeSpy()
  var newPost: (any NewPostScreen)?
  var list: (any PostListScreen)?

  init(_ context: ScenarioContext) {
    let service = PostsService(transport: context.transport)
    list = context.expectReleased(PostListViewModel(service: service))
    newPost = context.expectReleased(AddPostViewModel(service: service, wireframe: wireframe))
  }
}

/// The calls of the screen for a new post to its logic.
@MainActor
package protocol NewPostScreen: AnyObject {
  var text: String { get set }
  var isTextValid: Bool { get }
  var canSend: Bool { get }
  var isSending: Bool { get }
  var sentPosts: [String] { get }
  func sendTapped()
}

/// The calls of the list of posts to its logic.
@MainActor
package protocol PostListScreen: AnyObject {
  var posts: [Post] { get }
  var isLoading: Bool { get }
  var hasFailed: Bool { get }
  var openedPost: Post? { get }
  var cellTaps: Int { get }
  func start()
  func cellTapped(row: Int)
}

extension AddPostViewModel: NewPostScreen {}
extension PostListViewModel: PostListScreen {}

/// The screens for posts, whose stories are the same for each way to write the app.
@MainActor
package protocol PostsScreensModule: Module {
  var wireframe: WireframeSpy { get }
  /// The screen for a new post; `nil` if the author has closed it.
  var newPost: (any NewPostScreen)? { get set }
  /// The list of posts; `nil` if the reader has closed it.
  var list: (any PostListScreen)? { get set }
  /// Whether the screens announce their changes with Apple's Observation framework.
  static var isObservable: Bool { get }
}

extension PostsScreensModule {
  @StepsBuilder<Self> package static var steps: Steps {
    Steps.server
    When("the author types", data: String.self) { module, text in
      try module.openPost.text = text
    }
    When("the author types {int} letter(s)") { (module, count: Int) in
      try module.openPost.text = String(repeating: "a", count: count)
    }
    When("the author taps send") { module in
      try module.openPost.sendTapped()
    }
    When("the author answers {string}") { (module, answer: String) in
      try module.wireframe.answer(answer)
    }
    When("the author closes the screen") { module in
      module.newPost = nil
    }
    Observe("text is valid", tracked: isObservable) { module in
      try module.openPost.isTextValid
    }
    Observe("can send", tracked: isObservable) { module in
      try module.openPost.canSend
    }
    Observe("is sending", tracked: isObservable) { module in
      try module.openPost.isSending
    }
    Observe("sent posts", tracked: isObservable) { module in
      try module.openPost.sentPosts
    }
    Observe("the number of sent posts", tracked: isObservable) { module in
      try module.openPost.sentPosts.count
    }
    Observe("the app asks") { module in module.wireframe.question }
    Then("the app asked {int} time(s)") { (module, count: Int) in
      try module.wireframe.questions.expect(count: count)
    }

    When("the reader opens the list") { module in try module.openList.start() }
    When("the reader taps post {int}") { (module, number: Int) in
      try module.openList.cellTapped(row: number - 1)
    }
    When("the reader closes the list") { module in
      module.list = nil
    }
    Observe("the list shows", tracked: isObservable) { module in
      try module.openList.posts.map(\.message)
    }
    Observe("the list is loading", tracked: isObservable) { module in
      try module.openList.isLoading
    }
    Observe("the list failed to load", tracked: isObservable) { module in
      try module.openList.hasFailed
    }
    Observe("the open post is", tracked: isObservable) { module in
      try module.openList.openedPost?.message
    }
    Observe("the number of taps on posts", tracked: isObservable) { module in
      try module.openList.cellTaps
    }
  }

  private var openPost: any NewPostScreen {
    get throws {
      guard let newPost else { throw CheckFailure("the screen for a new post is closed") }
      return newPost
    }
  }

  private var openList: any PostListScreen {
    get throws {
      guard let list else { throw CheckFailure("the list of posts is closed") }
      return list
    }
  }
}

/// A spy for the wireframe that records questions and keeps the current one until a story answers
/// it.
@MainActor
package final class WireframeSpy: Wireframe {
  /// A question, in the form that stories check.
  struct Question: Codable, Sendable {
    var message: String
    var answers: [String]
  }

  let questions = Spy<Question>("the app asked", of: "wireframe")
  private(set) var question: Question?
  private var answers: AsyncStream<String>.Continuation?

  package init() {}

  package func promptFor(_ message: String, cancelAction: String, actions: [String]) async -> String
  {
    let question = Question(message: message, answers: actions + [cancelAction])
    questions.record(question)
    self.question = question
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    answers = continuation
    var answer: String?
    // The stream of a cancelled task ends without an element.
    for await given in stream { answer = given }
    self.question = nil
    answers = nil
    return answer ?? cancelAction
  }

  func answer(_ answer: String) throws {
    guard let question else { throw CheckFailure("the app asks nothing") }
    guard question.answers.contains(answer) else {
      throw CheckFailure(
        "the question has no answer \"\(answer)\"",
        details: ["It has: \(question.answers.map { "\"\($0)\"" }.joined(separator: ", "))"])
    }
    answers?.yield(answer)
    answers?.finish()
  }
}
