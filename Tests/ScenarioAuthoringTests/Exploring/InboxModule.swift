import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

/// Messages that come in pages, and others that are sent.
@MainActor
final class Inbox {
  enum Mistake: Sendable {
    /// A page that can't be loaded is left out.
    case skipsPages
  }

  struct Message: Codable, Sendable {
    var text: String
    var delivery: String
  }

  struct Shown: Codable, Sendable {
    var received: [String] = []
    var sent: [Message] = []
    var notice: String?
  }

  private(set) var shown = Shown()
  private let transport: FakeTransport
  private let mistake: Mistake?
  private var pages = 0
  private var isLoading = false

  init(_ transport: FakeTransport, _ mistake: Mistake?) {
    (self.transport, self.mistake) = (transport, mistake)
  }

  private func send(_ method: HTTPRequest.Method, _ path: String) async throws -> Data {
    let request = HTTPRequest(
      method: method, scheme: "https", authority: "inbox.example", path: path)
    let (response, data) = try await transport.send(request, body: nil)
    guard response.status == .ok else { throw URLError(.badServerResponse) }
    return data
  }

  func loadNextPage() {
    guard !isLoading else { return }
    (isLoading, shown.notice) = (true, nil)
    Task {
      do {
        let data = try await send(.get, "/messages?page=\(pages + 1)")
        shown.received += try JSONDecoder().decode([String].self, from: data)
        pages += 1
      } catch {
        shown.notice = "No messages came"
        if mistake == .skipsPages { pages += 1 }
      }
      isLoading = false
    }
  }

  func write(_ text: String) {
    shown.sent.append(Message(text: text, delivery: "failed"))
    tryAgain()
  }

  func tryAgain() {
    guard let index = shown.sent.firstIndex(where: { $0.delivery == "failed" }) else { return }
    shown.sent[index].delivery = "sending"
    Task {
      let isSent = (try? await send(.post, "/messages")) != nil
      shown.sent[index].delivery = isSent ? "sent" : "failed"
    }
  }
}

/// A module of messages with a mistake.
protocol InboxModule: Module {
  static var mistake: Inbox.Mistake? { get }
  var inbox: Inbox { get }
}

extension InboxModule {
  static var name: String { "inbox" }

  @StepsBuilder<Self> static var steps: Steps {
    Steps.server
    When("the reader opens the inbox") { module in module.inbox.loadNextPage() }
    When("the reader scrolls down") { module in module.inbox.loadNextPage() }
    When("the reader writes {string}") { (module, text: String) in module.inbox.write(text) }
    When("the reader tries again") { module in module.inbox.tryAgain() }
    Observe("the inbox shows") { module in module.inbox.shown }
  }
}

final class CarefulInbox: InboxModule {
  static var mistake: Inbox.Mistake? { nil }
  let inbox: Inbox
  init(_ context: ScenarioContext) { inbox = Inbox(context.transport, Self.mistake) }
}

final class SkipsPagesInbox: InboxModule {
  static var mistake: Inbox.Mistake? { .skipsPages }
  let inbox: Inbox
  init(_ context: ScenarioContext) { inbox = Inbox(context.transport, Self.mistake) }
}
