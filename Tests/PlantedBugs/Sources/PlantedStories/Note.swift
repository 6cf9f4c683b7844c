import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen with a note, which is saved when the writer pauses.
@MainActor
final class NotePresenter {
  struct Screen: Codable {
    var text = ""
    var saved = ""
    var message: String?
  }

  private struct Saved: Decodable {}

  private(set) var screen = Screen()
  private var saving: Task<Void, Never>?
  private var isSending = false

  func typed(_ text: String) {
    screen.text = text
    // A second bug: what is typed while the note is sent is not saved.
    if isSending, Planted.hasOther("sending") { return }
    if Planted.has("debounce") {
      // The bug: what is typed while the app waits for a pause is not saved.
      guard saving == nil else { return }
    } else {
      saving?.cancel()
    }
    saving = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      self?.saving = nil
      await self?.save(text)
    }
  }

  private func save(_ text: String) async {
    isSending = true
    defer { isSending = false }
    // A second bug: a note counts as saved before it is.
    if Planted.hasOther("optimistic") { screen.saved = text }
    do {
      _ = try await Server.send("PUT", path: "note", body: text, as: Saved.self)
      screen.saved = text
      screen.message = nil
    } catch {
      // A later text is saved on its own.
      guard text == screen.text else { return }
      screen.message = "The note is not saved"
    }
  }
}

final class NoteModule: Module {
  static let name = "note"
  private let presenter: NotePresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(NotePresenter()) }

  static var steps: Steps {
    Steps.server
    When("the writer types {string}") { (module, text: String) in module.presenter.typed(text) }
    Observe("the note is") { module in module.presenter.screen }
  }
}
