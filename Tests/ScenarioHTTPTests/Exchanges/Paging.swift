import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The messages of a chat, which the app loads page by page as the reader scrolls.
@MainActor
final class MessageList {
  enum Bug: String, CaseIterable {
    case sendsPlusAsIs = "it does not escape the plus sign of the cursor"
    case loadsAgainAfterTheLastPage = "it begins again after the last page"
    case loadsPageTwice = "it loads a page twice if the reader scrolls twice"
  }

  struct Content: Codable {
    var messages: [String] = []
    var isComplete = false
    var error: String?
  }

  /// The next page to load.
  private enum Next {
    case first
    case after(cursor: String)
    case nothing
  }

  private struct Page: Decodable {
    var messages: [String]
    var next: String?
  }

  private(set) var content = Content()
  var bug: Bug?
  private let send: Send
  private var next = Next.first
  private var isLoading = false

  init(send: @escaping Send) { self.send = send }

  /// Loads the next page, unless there is none or one is being loaded.
  func loadMore() {
    if isLoading, bug != .loadsPageTwice { return }
    var cursor: String?
    switch next {
    case .first: break
    case .after(let last): cursor = last
    case .nothing: if bug != .loadsAgainAfterTheLastPage { return }
    }
    isLoading = true
    content.error = nil
    let request = Result { try self.request(after: cursor) }
    Task { [weak self, send] in
      let page = await Self.page(request, send)
      self?.show(page)
    }
  }

  private func show(_ page: Result<Page, any Error>) {
    isLoading = false
    switch page {
    case .success(let page):
      content.messages += page.messages
      content.isComplete = page.next == nil
      next = page.next.map { .after(cursor: $0) } ?? .nothing
    case .failure:
      content.error = "The messages can't be loaded."
    }
  }

  private func request(after cursor: String?) throws -> URLRequest {
    var items = [URLQueryItem(name: "limit", value: "2")]
    if let cursor { items.append(URLQueryItem(name: "cursor", value: cursor)) }
    var address = URLComponents(string: "https://chat.example/messages")
    address?.queryItems = items
    // `URLComponents` leaves plus signs as they are, which servers read as spaces.
    let query = address?.percentEncodedQuery
    if bug != .sendsPlusAsIs {
      address?.percentEncodedQuery = query?.replacing("+", with: "%2B")
    }
    guard let url = address?.url else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }

  private static func page(
    _ request: Result<URLRequest, any Error>, _ send: Send
  ) async -> Result<Page, any Error> {
    do {
      let (data, response) = try await send(try request.get())
      guard (response as? HTTPURLResponse)?.statusCode == 200 else {
        throw URLError(.badServerResponse)
      }
      return .success(try JSONDecoder().decode(Page.self, from: data))
    } catch {
      return .failure(error)
    }
  }
}

final class PagingModule: ExchangeModule {
  static let name = "paging"
  let server: FakeTransport
  private let list: MessageList

  init(_ context: ScenarioContext) {
    server = context.transport
    list = context.expectReleased(
      MessageList(send: context.send { try await URLSession.shared.data(for: $0) }))
  }

  static var steps: Steps {
    exchangeSteps
    When("the reader opens the chat") { module in module.list.loadMore() }
    When("the reader scrolls to the end") { module in module.list.loadMore() }
    Observe("the chat shows") { module in module.list.content }
  }

  func introduce(_ bug: MessageList.Bug) { list.bug = bug }
}
