import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

protocol PriceStream: Sendable {
  func open(_ url: URL) async throws -> any PriceSocket
}

protocol PriceSocket: Sendable {
  func send(_ text: String) async throws
  func next() async throws -> String
}

extension FakeTransport: PriceStream {
  func open(_ url: URL) async throws -> any PriceSocket {
    try await webSocket(for: URLRequest(url: url))
  }
}

extension FakeSocket: PriceSocket {
  func send(_ text: String) async throws { try await send(.text(text)) }

  func next() async throws -> String { try await receive().description }
}

/// An app that shows the latest price.
@MainActor
final class PriceTicker {
  private(set) var price = "unknown"
  private let stream: any PriceStream

  init(stream: any PriceStream) { self.stream = stream }

  func open() {
    guard let url = URL(string: "wss://prices.example/stream") else { return }
    Task {
      do {
        let socket = try await stream.open(url)
        try await socket.send("subscribe")
        while true { price = try await socket.next() }
      } catch {
        price = "offline"
      }
    }
  }
}

final class PricesModule: Module {
  static let name = "prices"

  private let ticker: PriceTicker

  init(_ context: ScenarioContext) { ticker = PriceTicker(stream: context.transport) }

  static var steps: Steps {
    Steps.streamingServer
    When("the reader opens the prices") { module in module.ticker.open() }
    Observe("the price is") { module in module.ticker.price }
  }
}
