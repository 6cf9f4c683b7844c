import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct BookService {
  private let client = Client()

  func titles(for text: String) async throws -> [String] {
    try await client.get("books?q=\(text)")
  }
}

/// A search that begins when the reader pauses, and remembers what was searched for.
@MainActor
final class BooksPresenter {
  struct Screen: Codable {
    var text = ""
    var titles: [String] = []
    var isSearching = false
    var message: String?
    var history: [String] = []
  }

  private(set) var screen = Screen()
  private let service = BookService()
  private var search: Task<Void, Never>?

  func typed(_ text: String) {
    screen.text = text
    screen.message = nil
    // The bug `cleared`: the search for the text before goes on.
    if !Planted.hasOther("cleared") || !text.isEmpty { search?.cancel() }
    guard !text.isEmpty else {
      screen.titles = []
      screen.isSearching = false
      return
    }
    screen.isSearching = true
    search = Task { [weak self] in
      guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }
      await self?.find(text)
    }
  }

  func chooses(_ past: String) {
    guard screen.history.contains(past) else { return }
    typed(past)
  }

  private func find(_ text: String) async {
    do {
      let titles = try await service.titles(for: text)
      try Task.checkCancellation()
      screen.titles = titles
      screen.message = nil
      screen.history.removeAll { $0 == text }
      screen.history.insert(text, at: 0)
    } catch {
      // The bug `flash`: a search that was cancelled counts as one that failed.
      guard !Task.isCancelled || Planted.hasOther("flash") else { return }
      // The bug `leftover`: the titles of the search before stay.
      if !Planted.hasOther("leftover") { screen.titles = [] }
      screen.message = "The search failed"
    }
    screen.isSearching = false
  }
}

final class BooksModule: Module {
  static let name = "books"
  private let presenter: BooksPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(BooksPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the reader types {string}") { (module, text: String) in module.presenter.typed(text) }
    When("the reader clears the field") { module in module.presenter.typed("") }
    When("the reader chooses {string} from the history") { (module, text: String) in
      module.presenter.chooses(text)
    }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
