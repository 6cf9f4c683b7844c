// The module of the screen of notes.

import ScenarioHTTP
import ScenarioKit

private final class ViewDouble: NotesView {
  var screen = NotesScreen()

  func show(_ screen: NotesScreen) { self.screen = screen }
}

private final class StoreDouble: NoteStore {
  var notes: [Note] = []

  func load() -> [Note] { notes }
  func save(_ notes: [Note]) { self.notes = notes }
}

final class NotesModule: Module {
  static let name = "notes"
  private let view = ViewDouble()
  private let store = StoreDouble()
  private let presenter: NotesPresenter

  init(_ context: ScenarioContext) {
    presenter = context.expectReleased(NotesPresenter(store: store))
    presenter.view = view
  }

  static var steps: Steps {
    Steps.server
    Given("the app has saved the notes", data: [Note].self) { module, notes in
      module.store.notes = notes
    }
    When("the screen appears") { module in module.presenter.screenAppeared() }
    Observe("the screen shows") { module in module.view.screen }
    Observe("the saved notes are") { module in module.store.notes }
  }
}
