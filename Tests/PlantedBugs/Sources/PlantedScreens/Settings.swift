import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct SettingsService {
  private let client = Client()

  func load() async throws -> [String: Bool] { try await client.get("settings") }

  func save(_ name: String, _ isOn: Bool) async throws {
    try await client.send("PUT", "settings/\(name)", ["value": isOn ? "on" : "off"])
  }
}

/// Switches that are saved one after the other, each as soon as it is changed.
@MainActor
final class SettingsPresenter {
  struct Screen: Codable {
    var switches: [String: Bool] = [:]
    var isLoading = false
    var isSaving = false
    var message: String?
  }

  private(set) var screen = Screen()
  private let service = SettingsService()
  private var loading: Task<Void, Never>?
  private var saving: Task<Void, Never>?
  private var changes = 0
  private var saved: [String: Bool] = [:]

  func appear() {
    guard changes == 0 else { return }
    loading?.cancel()
    screen.isLoading = true
    screen.message = nil
    loading = Task { [weak self, service] in
      let switches = try? await service.load()
      guard let self, !Task.isCancelled else { return }
      screen.isLoading = false
      if let switches {
        screen.switches = switches
        saved = switches
      } else {
        screen.message = "The settings are not available"
      }
    }
  }

  func tap(_ name: String) {
    guard !screen.isLoading, let wasOn = screen.switches[name] else { return }
    let before = screen.switches
    screen.switches[name] = !wasOn
    screen.isSaving = true
    screen.message = nil
    changes += 1
    saving = Task { [service, saving] in
      await saving?.value
      do {
        try await service.save(name, !wasOn)
        saved[name] = !wasOn
      } catch {
        // The bug `revert`: what was changed meanwhile is taken back, too.
        if Planted.hasOther("revert") {
          screen.switches = before
        } else if screen.switches[name] == !wasOn {
          screen.switches[name] = saved[name]
        }
        screen.message = "\(name) could not be saved"
      }
      changes -= 1
      screen.isSaving = changes > 0
    }
  }
}

final class SettingsModule: Module {
  static let name = "settings"
  private let presenter: SettingsPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(SettingsPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the settings appear") { module in module.presenter.appear() }
    When("the user taps the switch {string}") { (module, name: String) in
      module.presenter.tap(name)
    }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
