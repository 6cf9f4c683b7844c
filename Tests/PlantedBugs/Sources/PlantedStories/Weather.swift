import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen with the weather of a city, which is asked for once.
@MainActor
final class WeatherPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case cities, loading, weather, failed }

    var state = State.cities
    var degrees: Int?
  }

  private struct Weather: Decodable {
    var degrees = 0
  }

  private(set) var screen = Screen()
  private var known: [String: Weather] = [:]
  private var load: Task<Void, Never>?

  func open(_ city: String) {
    load?.cancel()
    if let weather = known[city] {
      screen = Screen(state: .weather, degrees: weather.degrees)
      return
    }
    screen = Screen(state: .loading)
    load = Task { [weak self] in
      let weather = try? await Server.send(path: "weather/\(city)", as: Weather.self)
      guard let self, !Task.isCancelled else { return }
      // The bug: after a failure, the weather counts as known.
      known[city] = weather ?? (Planted.has("cache") ? Weather() : nil)
      screen = Screen(state: weather == nil ? .failed : .weather, degrees: weather?.degrees)
    }
  }

  func goBack() {
    // A second bug: the load goes on.
    if !Planted.hasOther("back") { load?.cancel() }
    screen = Screen()
  }
}

final class WeatherModule: Module {
  static let name = "weather"
  private let presenter: WeatherPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(WeatherPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the reader opens {string}") { (module, city: String) in module.presenter.open(city) }
    When("the reader goes back") { module in module.presenter.goBack() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
