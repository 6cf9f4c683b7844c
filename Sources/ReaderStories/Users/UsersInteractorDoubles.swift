import ReaderApp
import ScenarioKit
import Synchronization

/// A spy for the presenter that records its calls.
@MainActor
final class UsersPresentationLogicSpy: UsersPresentationLogic {
  /// A call, in the form that stories check.
  struct Call: Codable, Sendable {
    var fetch: String?
    var users: [User]?
    var error: String?
    var selected: User?
  }

  let calls = Spy<Call>("the presenter was told", of: "presenter")

  func presentUsers(_ response: UsersModels.FetchUsers.Response) {
    switch response.progress {
    case .started: calls.record(Call(fetch: "started", users: response.users))
    case .succeeded: calls.record(Call(fetch: "succeeded", users: response.users))
    case .failed(let error):
      calls.record(Call(fetch: "failed", users: response.users, error: "\(error)"))
    }
  }

  func presentSelectedUser(_ response: UsersModels.SelectUser.Response) {
    calls.record(Call(selected: response.user))
  }
}

/// A spy for the worker that counts requests and returns the answer from the story.
final class UsersWorkingLogicSpy: UsersWorkingLogic {
  /// The answer that a story sets up.
  struct Answer: Decodable, Sendable {
    var users: [User]?
    var error: String?
    var after: Duration?
  }

  /// The worker's error, with the text from the story.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let fetches = Spy<Void>("the worker was asked", of: "worker")
  private let answer = Mutex(Answer())

  func answers(_ answer: Answer) {
    self.answer.withLock { $0 = answer }
  }

  func fetchUsers() async throws -> [User] {
    fetches.record(())
    let answer = answer.withLock { $0 }
    if let delay = answer.after { try await Task.sleep(for: delay) }
    if let error = answer.error { throw Failure(description: error) }
    guard let users = answer.users else { throw Failure(description: "no answer set up") }
    return users
  }
}
