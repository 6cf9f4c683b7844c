import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A shop that answers an order with a redirect, which `URLSession` follows.
@MainActor
final class Shop {
  enum Bug: String, CaseIterable {
    case onlyCreated = "only the status 201 is a success"
    case requestsPageAgain = "it requests the page, to which the redirect has led already"
  }

  struct Screen: Codable {
    enum State: String, Codable, CaseIterable { case cart, ordering, ordered, failed }

    var state = State.cart
    var number: Int?
  }

  /// An order of a customer: numbers of items by their names.
  struct Order: Encodable {
    var items: [String: Int]
  }

  /// An order as the shop knows it.
  private struct PlacedOrder: Decodable {
    var number: Int
  }

  private(set) var screen = Screen()
  var cart: Order?
  var bug: Bug?
  private let transport: Send

  init(send: @escaping Send) { transport = send }

  func order() throws {
    guard let cart, let url = URL(string: "https://shop.example/orders") else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(cart)
    screen.state = .ordering
    Task { [weak self, transport, bug, request] in
      do {
        let (data, response) = try await transport(request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard bug == .onlyCreated ? status == 201 : (200...299).contains(status) else {
          throw URLError(.badServerResponse)
        }
        let number = try JSONDecoder().decode(PlacedOrder.self, from: data).number
        if bug == .requestsPageAgain { _ = try await transport(Self.page(of: number)) }
        self?.screen = Screen(state: .ordered, number: number)
      } catch {
        self?.screen.state = .failed
      }
    }
  }

  private static func page(of order: Int) throws -> URLRequest {
    guard let url = URL(string: "https://shop.example/orders/\(order)") else {
      throw URLError(.badURL)
    }
    return URLRequest(url: url)
  }
}

final class RedirectModule: ExchangeModule {
  static let name = "redirect with changed method"
  let server: FakeTransport
  private let shop: Shop

  init(_ context: ScenarioContext) {
    server = context.transport
    shop = context.expectReleased(
      Shop(
        send: context.send {
          try await URLSession.shared.data(for: $0, delegate: BodyAfterRedirects())
        }))
  }

  static var steps: Steps {
    exchangeSteps
    Given("the cart contains {int} {string}") { (module, count: Int, item: String) in
      module.shop.cart = Shop.Order(items: [item: count])
    }
    When("the customer orders") { module in try module.shop.order() }
    Observe("the shop shows") { module in module.shop.screen }
  }

  func introduce(_ bug: Shop.Bug) { shop.bug = bug }
}

/// Sends the body again after 307 and 308, which Foundation on Linux forgets.
private final class BodyAfterRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    var request = request
    if request.httpMethod == task.originalRequest?.httpMethod {
      request.httpBody = task.originalRequest?.httpBody
    }
    completionHandler(request)
  }
}
