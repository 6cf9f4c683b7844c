import ScenarioHTTP
import ScenarioKit

/// A notebook whose stories demonstrate every rule of the language.
final class NotebookModule: Module {
  static let name = "notebook"

  struct Note: Codable, Sendable, Equatable {
    var title: String
    var pages: Int?
  }

  /// The state of the screen.
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
    Steps.server
    Given("the notebook has the notes", translations: ["ru": "в тетради записи"], data: [Note].self)
    {
      (module, notes: [Note]) in module.notebook.notes = notes
    }
    Given(
      "the notebook is empty", translations: ["ru": "тетрадь пуста", "fr": "le carnet est vide"]
    ) { module in
      module.notebook.notes = []
    }
    When(
      "the reader writes {string}",
      translations: [
        "ru": "читатель пишет {string}", "fr": "le lecteur écrit {string}",
        "de": "die Leserin schreibt {string}", "es": "la lectora escribe {string}",
      ]
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
    Observe("the notes are", translations: ["ru": "записи"]) { module in module.notebook.notes }
    Observe(
      "the titles are",
      translations: [
        "ru": "названия", "fr": "les titres sont", "de": "die Titel sind", "es": "los títulos son",
      ]
    ) { module in
      module.notebook.notes.map(\.title)
    }
    Observe("the screen shows", translations: ["ru": "экран показывает"]) { module in
      module.notebook.screen
    }
    Then("there is/are {int} note(s)") { (module, count: Int) in
      guard module.notebook.notes.count == count else {
        throw CheckFailure("there are \(module.notebook.notes.count) notes, not \(count)")
      }
    }
  }
}

/// The app under test.
@MainActor
final class Notebook {
  var notes: [NotebookModule.Note] = []
  private var isLoading = false

  var screen: NotebookModule.Screen {
    NotebookModule.Screen(
      state: isLoading ? "loading" : notes.isEmpty ? "empty" : "full", count: notes.count,
      progress: isLoading ? 0.5 : 1, last: notes.last?.title)
  }

  /// Adds a note after 100 ms.
  func load() {
    isLoading = true
    Task {
      try await Task.sleep(for: .milliseconds(100))
      isLoading = false
      notes.append(NotebookModule.Note(title: "loaded"))
    }
  }
}
