import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's side of a WebSocket.
protocol TextSocket: Sendable {
  func send(_ text: String) async throws

  /// Returns the next message; `nil` if the server has nothing more to send.
  func nextText() async throws -> String?

  func cancel()
}

/// The price of a share, which a server sends whenever it changes.
@MainActor
final class SharePrice {
  typealias Connect = @Sendable (URLRequest) async throws -> any TextSocket

  enum Bug: String, CaseIterable {
    case constantDelay = "the delay does not grow"
    case oneSubscription = "it subscribes only to the first connection"
  }

  struct Screen: Codable {
    enum Connection: String, Codable, CaseIterable { case closed, connecting, live, lost }

    var connection = Connection.closed
    var price: Double?
  }

  /// A message to the server.
  private struct Subscription: Encodable {
    var subscribe: String
  }

  /// A message of the server.
  private struct Quote: Decodable {
    var price: Double
  }

  private static let shortestDelay = Duration.seconds(1)
  private static let longestDelay = Duration.seconds(30)

  private(set) var screen = Screen()
  var share = ""
  var bug: Bug?
  private let connect: Connect
  private var following: Task<Void, Never>?

  init(connect: @escaping Connect) { self.connect = connect }

  deinit { following?.cancel() }

  func open() throws {
    guard let url = URL(string: "wss://prices.example/stream") else { return }
    let subscription = String(
      decoding: try JSONEncoder().encode(Subscription(subscribe: share)), as: UTF8.self)
    following?.cancel()
    screen.connection = .connecting
    following = Task { [weak self, connect, bug] in
      var delay = Self.shortestDelay
      var hasSubscribed = false
      while true {
        do {
          let socket = try await connect(URLRequest(url: url))
          defer { socket.cancel() }
          if !hasSubscribed || bug != .oneSubscription { try await socket.send(subscription) }
          hasSubscribed = true
          self?.screen.connection = .live
          while let text = try await socket.nextText() {
            self?.screen.price = try JSONDecoder().decode(Quote.self, from: Data(text.utf8)).price
            delay = Self.shortestDelay
          }
          self?.screen.connection = .closed
          return
        } catch {
          // Whatever the reason is, the app connects again.
        }
        guard !Task.isCancelled else { return }
        self?.screen.connection = .lost
        do { try await Task.sleep(for: delay) } catch { return }
        if bug != .constantDelay { delay = min(delay * 2, Self.longestDelay) }
      }
    }
  }

  func close() {
    following?.cancel()
    screen.connection = .closed
  }
}

final class WebSocketModule: ExchangeModule {
  static let name = "WebSocket with backoff"
  let server: FakeTransport
  private let price: SharePrice

  init(_ context: ScenarioContext) {
    let (transport, live) = (context.transport, context.live)
    server = transport
    price = context.expectReleased(
      SharePrice { request in
        guard let live else { return try await transport.webSocket(for: request) }
        return try await WebSocketClient.connect(to: try await live.redirected(request))
      })
  }

  static var steps: Steps {
    exchangeSteps
    Given("the user has chosen the share {string}") { (module, share: String) in
      module.price.share = share
    }
    When("the user opens the share") { module in try module.price.open() }
    When("the user closes the share") { module in module.price.close() }
    Observe("the share shows") { module in module.price.screen }
  }

  func introduce(_ bug: SharePrice.Bug) { price.bug = bug }
}

extension FakeSocket: TextSocket {
  func send(_ text: String) async throws { try await send(.text(text)) }

  func nextText() async throws -> String? {
    do {
      while true {
        if case .text(let text) = try await receive() { return text }
      }
    } catch let closed as Closed where closed.code == 1000 {
      return nil
    }
  }

  func cancel() { close() }
}
