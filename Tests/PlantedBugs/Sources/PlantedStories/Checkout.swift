import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen that pays for what is in the cart, and asks the server then what is left in it.
@MainActor
final class CheckoutPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case cart, paying, receipt }

    var state = State.cart
    var inCart = 2
    var total: Int?
    var alert: String?
  }

  private struct Payment: Decodable {
    var total: Int
  }

  private struct Cart: Decodable {
    var count: Int
  }

  private(set) var screen = Screen()

  func pay() {
    guard screen.state == .cart, screen.alert == nil else { return }
    screen.state = .paying
    Task {
      do {
        let payment = try await Server.send("POST", path: "payments", as: Payment.self)
        screen = Screen(state: .receipt, inCart: 0, total: payment.total)
      } catch {
        screen.state = .cart
        screen.alert = "The payment failed"
        return
      }
      do {
        screen.inCart = try await Server.send(path: "cart", as: Cart.self).count
      } catch {
        // The bug: what can't be refreshed is no reason for an alert, as all is paid.
        if Planted.has("alert") { screen.alert = "The payment failed" }
        // A second bug: the cart is full again.
        if Planted.hasOther("count") { screen.inCart = 2 }
      }
    }
  }

  func closeAlert() { screen.alert = nil }
}

final class CheckoutModule: Module {
  static let name = "checkout"
  private let presenter: CheckoutPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(CheckoutPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the buyer taps Pay") { module in module.presenter.pay() }
    When("the buyer closes the alert") { module in module.presenter.closeAlert() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
