import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A search whose server accepts only a few requests at a time.
@MainActor
final class BirdSearch {
  enum Bug: String, CaseIterable {
    case ignoresRetryAfter = "it tries again at once"
    case keepsAbandonedSearch = "it goes on with a search that the user has abandoned"
    case triesForever = "it tries forever"
  }

  struct Content: Codable {
    var state: State
    var birds: [String] = []
  }

  enum State: String, Codable, CaseIterable {
    case empty, searching, waiting, found, busy, failed
  }

  private(set) var content = Content(state: .empty)
  var bug: Bug?
  private let send: Send
  private var search: Task<Void, Never>?

  /// The number of requests for one search.
  private static let limit = 3

  init(send: @escaping Send) { self.send = send }

  deinit { search?.cancel() }

  func search(_ text: String) {
    if bug != .keepsAbandonedSearch { search?.cancel() }
    content = Content(state: .searching)
    search = Task { [weak self, send, bug] in
      var tries = 1
      while !Task.isCancelled {
        let answer = try? await Self.answer(to: text, send)
        guard !Task.isCancelled, let wait = self?.show(answer) else { return }
        if tries == Self.limit, bug != .triesForever {
          self?.content = Content(state: .busy)
          return
        }
        tries += 1
        if bug != .ignoresRetryAfter { try? await Task.sleep(for: wait) }
      }
    }
  }

  private enum Answer {
    case birds([String])
    case retry(after: Duration)
  }

  /// Shows an answer, and returns the time until the next try; `nil` if there is none.
  private func show(_ answer: Answer?) -> Duration? {
    switch answer {
    case .birds(let birds): content = Content(state: .found, birds: birds)
    case nil: content = Content(state: .failed)
    case .retry(let wait):
      content = Content(state: .waiting)
      return wait
    }
    return nil
  }

  private static func answer(to text: String, _ send: Send) async throws -> Answer {
    var address = URLComponents(string: "https://birds.example/search")
    address?.queryItems = [URLQueryItem(name: "text", value: text)]
    guard let url = address?.url else { throw URLError(.badURL) }
    let (data, response) = try await send(URLRequest(url: url))
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    switch response.statusCode {
    case 200: return .birds(try JSONDecoder().decode([String].self, from: data))
    case 429:
      let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
      return .retry(after: .seconds(seconds ?? 10))
    default: throw URLError(.badServerResponse)
    }
  }
}

final class RateLimitModule: ExchangeModule {
  static let name = "rate limit"
  let server: FakeTransport
  private let search: BirdSearch

  init(_ context: ScenarioContext) {
    server = context.transport
    search = context.expectReleased(
      BirdSearch(send: context.send { try await URLSession.shared.data(for: $0) }))
  }

  static var steps: Steps {
    exchangeSteps
    When("the user searches for {string}") { (module, text: String) in module.search.search(text) }
    Observe("the search shows") { module in module.search.content }
  }

  func introduce(_ bug: BirdSearch.Bug) { search.bug = bug }
}
