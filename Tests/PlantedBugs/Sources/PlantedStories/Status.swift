import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen that shows whether the service works, and asks again if the server can't be reached.
@MainActor
final class StatusPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case start, asking, known, unknown }

    var state = State.start
    var text: String?
  }

  private struct Status: Decodable {
    var text: String
  }

  private static let attempts = 3
  private(set) var screen = Screen()
  private var asking: Task<Void, Never>?

  func appear() {
    asking?.cancel()
    screen = Screen(state: .asking)
    asking = Task { [weak self] in
      var attempt = 1
      while true {
        do {
          let status = try await Server.send(path: "status", as: Status.self)
          guard !Task.isCancelled else { return }
          self?.screen = Screen(state: .known, text: status.text)
          return
        } catch is URLError where attempt < Self.attempts || Planted.has("retries") {
          guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
          attempt += 1
        } catch {
          guard !Task.isCancelled else { return }
          self?.screen = Screen(state: .unknown)
          return
        }
      }
    }
  }
}

final class StatusModule: Module {
  static let name = "status"
  private let presenter: StatusPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(StatusPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the status screen appears") { module in module.presenter.appear() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
