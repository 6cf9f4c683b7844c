import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests of a signed-in user, whose access token expires from time to time.
actor AccountAPI {
  enum Bug: String, CaseIterable {
    case refreshesForEachCaller = "it refreshes the token once for each caller"
    case refreshesAfterLateRefusal = "it refreshes the token again after a late refusal"
    case keepsOldToken = "it repeats requests with the old token"
  }

  struct Tokens: Sendable {
    var access: String
    var refresh: String
  }

  enum Failure: Error {
    case signedOut
    case status(Int)
  }

  private let send: Send
  private var tokens: Tokens?
  /// The refresh that runs; all callers wait for the same one.
  private var refresh: Task<Tokens, any Error>?
  private var bug: Bug?

  init(send: @escaping Send) { self.send = send }

  func introduce(_ bug: Bug) { self.bug = bug }

  func signIn(_ tokens: Tokens) { self.tokens = tokens }

  /// Returns a section of the account, after a refresh of the token if the server refuses it.
  func section(_ name: String) async throws -> String {
    guard let tokens else { throw Failure.signedOut }
    do {
      return try await section(name, token: tokens.access)
    } catch Failure.status(401) {
      let newer = try await self.tokens(newerThan: tokens)
      return try await section(name, token: bug == .keepsOldToken ? tokens.access : newer.access)
    }
  }

  private func section(_ name: String, token: String) async throws -> String {
    var request = URLRequest(url: try url("https://shop.example/account/\(name)"))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return String(decoding: try await body(of: request), as: UTF8.self)
  }

  private func tokens(newerThan refused: Tokens) async throws -> Tokens {
    guard let tokens else { throw Failure.signedOut }
    // Another caller may have refreshed the token while this one waited for its answer.
    if tokens.access != refused.access, bug != .refreshesAfterLateRefusal { return tokens }
    if let refresh, bug != .refreshesForEachCaller { return try await refresh.value }
    let task = Task { try await refreshTokens(tokens) }
    refresh = task
    defer { refresh = nil }
    return try await task.value
  }

  private func refreshTokens(_ old: Tokens) async throws -> Tokens {
    struct Answer: Decodable {
      var access_token: String
      var refresh_token: String
    }
    var request = URLRequest(url: try url("https://login.example/token"))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("grant_type=refresh_token&refresh_token=\(old.refresh)".utf8)
    do {
      let answer = try JSONDecoder().decode(Answer.self, from: try await body(of: request))
      // The user may have been signed out meanwhile.
      guard tokens?.refresh == old.refresh else { throw Failure.signedOut }
      let new = Tokens(access: answer.access_token, refresh: answer.refresh_token)
      tokens = new
      return new
    } catch Failure.status(400) {
      tokens = nil
      throw Failure.signedOut
    }
  }

  private func body(of request: URLRequest) async throws -> Data {
    let (data, response) = try await send(request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw Failure.status(status) }
    return data
  }

  private func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    return url
  }
}

/// The screen of the account, which loads all its sections at once.
@MainActor
final class AccountScreen {
  struct Content: Codable {
    var state: State
    var sections: [String]
  }

  enum State: String, Codable, CaseIterable {
    case loading, ready, signedOut, failed
  }

  private(set) var content = Content(state: .loading, sections: [])
  private let api: AccountAPI

  init(_ api: AccountAPI) { self.api = api }

  func open() {
    let sections = ["profile", "orders", "messages"].map { name in
      Task { [api] in try await api.section(name) }
    }
    Task { [weak self] in
      let content = await Self.content(of: sections)
      self?.content = content
    }
  }

  private static func content(of sections: [Task<String, any Error>]) async -> Content {
    var content = Content(state: .ready, sections: [])
    for section in sections {
      switch await section.result {
      case .success(let text): content.sections.append(text)
      case .failure(AccountAPI.Failure.signedOut): content.state = .signedOut
      case .failure: content.state = .failed
      }
    }
    return content
  }
}

final class TokenRefreshModule: ExchangeModule {
  static let name = "token refresh"
  let server: FakeTransport
  private let api: AccountAPI
  private let screen: AccountScreen

  init(_ context: ScenarioContext) {
    server = context.transport
    api = AccountAPI(send: context.send { try await URLSession.shared.data(for: $0) })
    screen = context.expectReleased(AccountScreen(api))
  }

  static var steps: Steps {
    exchangeSteps
    Given("the user is signed in with the tokens {word} and {word}") {
      (module, access: String, refresh: String) in
      await module.api.signIn(AccountAPI.Tokens(access: access, refresh: refresh))
    }
    When("the user opens the account") { module in module.screen.open() }
    Observe("the account shows") { module in module.screen.content }
  }

  func introduce(_ bug: AccountAPI.Bug) async { await api.introduce(bug) }
}
