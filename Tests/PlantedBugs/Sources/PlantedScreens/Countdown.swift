import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct ExerciseService {
  private let client = Client()

  func save(seconds: Int) async throws {
    try await client.send("POST", "exercises", ["seconds": "\(seconds)"])
  }
}

/// A timer for exercises, which counts down and saves what was done.
@MainActor
final class CountdownPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case ready, running, paused, done }

    var state = State.ready
    var seconds = 0
    var isSaved = false
    var message: String?
  }

  private(set) var screen = Screen()
  private let service = ExerciseService()
  private var ticking: Task<Void, Never>?
  private var saving: Task<Void, Never>?
  private var length = 0
  private var wasReset = false

  deinit { ticking?.cancel() }

  func start(seconds: Int) {
    guard screen.state == .ready || screen.state == .done else { return }
    saving?.cancel()
    length = seconds
    screen = Screen(state: .running, seconds: seconds)
    tick()
  }

  func pause() {
    guard screen.state == .running else { return }
    screen.state = .paused
    // The bug `tickers`: the loop ends only when it sees that the timer is paused.
    if !Planted.hasOther("tickers") { ticking?.cancel() }
  }

  func resume() {
    guard screen.state == .paused else { return }
    screen.state = .running
    tick()
  }

  func reset() {
    ticking?.cancel()
    saving?.cancel()
    wasReset = true
    screen = Screen()
  }

  private func tick() {
    ticking = Task { [weak self] in
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        guard let self, screen.state == .running else { return }
        screen.seconds -= 1
        if screen.seconds == 0 { return finish() }
      }
    }
  }

  private func finish() {
    screen.state = .done
    saving = Task { [weak self, service, length] in
      do {
        try await service.save(seconds: length)
        // The bug `reset`: what was saved before a reset is not told from what is saved after it.
        guard !Task.isCancelled, let self else { return }
        screen.isSaved = !(Planted.hasOther("reset") && wasReset)
      } catch {
        guard !Task.isCancelled else { return }
        // The bug `untold`: only what the server says is a reason for a message.
        if Planted.hasOther("untold"), !(error is ServerError) { return }
        self?.screen.message = "The exercise was not saved"
      }
    }
  }
}

final class CountdownModule: Module {
  static let name = "countdown"
  private let presenter: CountdownPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(CountdownPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the athlete starts the timer with {int} s") { (module, seconds: Int) in
      module.presenter.start(seconds: seconds)
    }
    When("the athlete pauses") { module in module.presenter.pause() }
    When("the athlete goes on") { module in module.presenter.resume() }
    When("the athlete resets the timer") { module in module.presenter.reset() }
    Observe("the timer shows") { module in module.presenter.screen }
  }
}
