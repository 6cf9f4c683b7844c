import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen that orders what is in the cart.
@MainActor
final class OrderPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case cart, sending, ordered, failed }

    var state = State.cart
    var number: Int?
  }

  private struct Order: Decodable {
    var number: Int
  }

  private(set) var screen = Screen()

  func order() {
    switch screen.state {
    case .ordered: return
    // The bug: the button can be tapped while the order is sent.
    case .sending where !Planted.has("double"): return
    default: break
    }
    screen = Screen(state: .sending)
    Task {
      let order = try? await Self.send()
      screen = Screen(state: order == nil ? .failed : .ordered, number: order?.number)
    }
  }

  private static func send() async throws -> Order {
    do {
      return try await Server.send("POST", path: "orders", as: Order.self)
    } catch is URLError where Planted.hasOther("again") {
      // A second bug: the order is sent again, although the server may have it.
      return try await Server.send("POST", path: "orders", as: Order.self)
    }
  }
}

final class OrderModule: Module {
  static let name = "order"
  private let presenter: OrderPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(OrderPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the buyer taps Order") { module in module.presenter.order() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
