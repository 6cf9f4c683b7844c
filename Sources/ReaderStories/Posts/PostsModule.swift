import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The screens for posts with fakes only for the wireframe and the server.
final class PostsModule: Module {
  static let name = "posts"

  private let wireframe = WireframeSpy()
  private var newPost: AddPostViewModel?
  private let list: PostListViewModel

  init(_ context: ScenarioContext) {
    let service = PostsService(transport: context.transport)
    list = context.expectReleased(PostListViewModel(service: service))
    newPost = context.expectReleased(AddPostViewModel(service: service, wireframe: wireframe))
  }

  static var steps: Steps {
    Steps.server
    When("the author types", data: String.self) { module, text in
      try module.openPost.text = text
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
    Observe("text is valid") { module in try module.openPost.isTextValid }
    Observe("can send") { module in try module.openPost.canSend }
    Observe("is sending") { module in try module.openPost.isSending }
    Observe("sent posts") { module in try module.openPost.sentPosts }
    Observe("the number of sent posts") { module in try module.openPost.sentPosts.count }
    Observe("the app asks") { module in module.wireframe.question }

    When("the reader opens the list") { module in module.list.start() }
    When("the reader taps post {int}") { (module, number: Int) in
      module.list.cellTapped(row: number - 1)
    }
    Observe("the list shows") { module in module.list.posts.map(\.message) }
    Observe("the list is loading") { module in module.list.isLoading }
    Observe("the list failed to load") { module in module.list.hasFailed }
    Observe("the open post is") { module in module.list.openedPost?.message }
    Observe("the number of taps on posts") { module in module.list.cellTaps }
  }

  private var openPost: AddPostViewModel {
    get throws {
      guard let newPost else { throw CheckFailure("the screen for a new post is closed") }
      return newPost
    }
  }
}

/// A spy for the wireframe that keeps the current question until a story answers it.
@MainActor
final class WireframeSpy: Wireframe {
  /// A question, in the form that stories check.
  struct Question: Codable, Sendable {
    var message: String
    var answers: [String]
  }

  private(set) var question: Question?
  private var answers: AsyncStream<String>.Continuation?

  func promptFor(_ message: String, cancelAction: String, actions: [String]) async -> String {
    question = Question(message: message, answers: actions + [cancelAction])
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    answers = continuation
    var answer: String?
    // The stream of a cancelled task ends without an element.
    for await given in stream { answer = given }
    question = nil
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
