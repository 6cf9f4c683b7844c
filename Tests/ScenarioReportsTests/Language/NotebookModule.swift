import ScenarioHTTP
import ScenarioKit

/// A notebook, to tell stories in which every rule of the language can be seen.
final class NotebookModule: TransportModule {
  static let name = "notebook"

  struct Note: Codable, Sendable, Equatable {
    var title: String
    var pages: Int?
  }

  /// What the screen shows.
  struct Screen: Encodable, Sendable {
    var state: String
    var count: Int
    var progress: Double
    var last: String?
  }

  let transport: FakeTransport
  private let notebook = Notebook()

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Given("the notebook has the notes", also: "в тетради записи", data: [Note].self) {
      (module, notes: [Note]) in module.notebook.notes = notes
    }
    Given("the notebook is empty", also: "тетрадь пуста", "le carnet est vide") { module in
      module.notebook.notes = []
    }
    When(
      "the reader writes {string}", also: "читатель пишет {string}", "le lecteur écrit {string}",
      "die Leserin schreibt {string}", "la lectora escribe {string}"
    ) { (module, title: String) in
      module.notebook.notes.append(Note(title: title))
    }
    When("the reader pastes", data: String.self) { (module, text: String) in
      module.notebook.notes.append(Note(title: text))
    }
    When("the reader removes {string}") { (module, title: String) in
      module.notebook.notes.removeAll { $0.title == title }
    }
    When("the reader loads more") { module in module.notebook.load() }
    When("the reader turns to page {int}") { (module, page: Int) in
      guard page > 0 else { throw CheckFailure("there is no page \(page)") }
      module.notebook.notes.append(Note(title: "page", pages: page))
    }
    Observation("the notes are", also: "записи") { module in module.notebook.notes }
    Observation(
      "the titles are", also: "названия", "les titres sont", "die Titel sind", "los títulos son"
    ) { module in
      module.notebook.notes.map(\.title)
    }
    Observation("the screen shows", also: "экран показывает") { module in module.notebook.screen }
    Then("there is/are {int} note(s)") { (module, count: Int) in
      guard module.notebook.notes.count == count else {
        throw CheckFailure("there are \(module.notebook.notes.count) notes, not \(count)")
      }
    }
  }
}

/// The notebook itself.
@MainActor
final class Notebook {
  var notes: [NotebookModule.Note] = []
  private var isLoading = false

  var screen: NotebookModule.Screen {
    NotebookModule.Screen(
      state: isLoading ? "loading" : notes.isEmpty ? "empty" : "full", count: notes.count,
      progress: isLoading ? 0.5 : 1, last: notes.last?.title)
  }

  /// Has another note after 100 ms.
  func load() {
    isLoading = true
    Task {
      try await Task.sleep(for: .milliseconds(100))
      isLoading = false
      notes.append(NotebookModule.Note(title: "loaded"))
    }
  }
}
