import Foundation
import ScenarioHTTP
import ScenarioKit

/// Sends requests with a token, and gets another token when the server no longer accepts it.
@MainActor
final class AccountService {
  private struct Token: Decodable {
    var value: String
  }

  private var token = "first"
  private var refresh: Task<String, any Error>?

  func load<Answer: Decodable & Sendable>(_ path: String, as type: Answer.Type) async throws
    -> Answer
  {
    let used = token
    do {
      return try await Server.send(path: path, token: used, as: type)
    } catch let error as Server.BadStatus where error.code == 401 {
      if used == token { token = try await refreshedToken() }
      return try await Server.send(path: path, token: token, as: type)
    }
  }

  private func refreshedToken() async throws -> String {
    // The bug: a token that is on its way is asked for once more.
    if let refresh, !Planted.has("token") { return try await refresh.value }
    let task = Task { try await Server.send("POST", path: "token", as: Token.self).value }
    refresh = task
    defer { refresh = nil }
    return try await task.value
  }
}

/// A screen with the name and the balance of an account, which load in parallel.
@MainActor
final class AccountPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case start, loading, shown, failed }

    var state = State.start
    var name: String?
    var balance: Int?
  }

  private(set) var screen = Screen()
  private let service = AccountService()
  private var load: Task<Void, Never>?

  func appear() {
    load?.cancel()
    screen = Screen(state: .loading)
    load = Task { [weak self, service] in
      async let name = service.load("name", as: String.self)
      async let balance = service.load("balance", as: Int.self)
      // A second bug: without a name the balance is shown alone.
      if Planted.hasOther("half"), (try? await name) == nil, let balance = try? await balance {
        self?.screen = Screen(state: .shown, balance: balance)
        return
      }
      let loaded = try? await (name, balance)
      guard !Task.isCancelled else { return }
      self?.screen = Screen(
        state: loaded == nil ? .failed : .shown, name: loaded?.0, balance: loaded?.1)
    }
  }
}

final class AccountModule: Module {
  static let name = "account"
  private let presenter: AccountPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(AccountPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the account appears") { module in module.presenter.appear() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
