import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen on which the player buys things for coins.
@MainActor
final class CoinsPresenter {
  struct Screen: Codable {
    var coins = 10
    var things: [String] = []
    var message: String?
  }

  private struct Purchase: Decodable {
    var thing: String
  }

  private static let price = 7
  private(set) var screen = Screen()

  func buy(_ thing: String) {
    guard screen.coins >= Self.price else {
      screen.message = "You have too few coins"
      return
    }
    // The bug: the coins are there until the server has answered.
    let paysLater = Planted.has("check")
    if !paysLater { screen.coins -= Self.price }
    screen.message = nil
    Task {
      do {
        let purchase = try await Server.send(
          "POST", path: "purchases", body: thing, as: Purchase.self)
        if paysLater { screen.coins -= Self.price }
        screen.things.append(purchase.thing)
      } catch {
        // A second bug: without a connection the coins do not come back.
        let keepsCoins = Planted.hasOther("refund") && error is URLError
        if !paysLater, !keepsCoins { screen.coins += Self.price }
        screen.message = "Nothing was bought"
      }
    }
  }
}

final class CoinsModule: Module {
  static let name = "coins"
  private let presenter: CoinsPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(CoinsPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the player buys {string}") { (module, thing: String) in module.presenter.buy(thing) }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
