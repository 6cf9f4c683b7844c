import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen with a person's profile, which the reader opens and closes.
@MainActor
final class ProfilePresenter {
  struct Screen: Codable {
    enum State: String, Codable { case closed, loading, shown, failed }

    var state = State.closed
    var name: String?
  }

  private struct Profile: Decodable {
    var name: String
  }

  private(set) var screen = Screen()
  private var load: Task<Void, Never>?

  func open() {
    load?.cancel()
    screen = Screen(state: .loading)
    load = Task { [weak self] in
      let profile = try? await Server.send(path: "profile", as: Profile.self)
      guard !Task.isCancelled else { return }
      self?.screen = Screen(state: profile == nil ? .failed : .shown, name: profile?.name)
    }
  }

  func close() {
    // The bug: the load goes on.
    if !Planted.has("late") { load?.cancel() }
    screen = Screen()
  }
}

final class ProfileModule: Module {
  static let name = "profile"
  private let presenter: ProfilePresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(ProfilePresenter()) }

  static var steps: Steps {
    Steps.server
    When("the reader opens the profile") { module in module.presenter.open() }
    When("the reader closes the profile") { module in module.presenter.close() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
