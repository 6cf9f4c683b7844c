// The logic of a screen of notes, which an app and its stories share.

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A note on the server and in the database.
struct Note: Codable, Sendable {
  var title: String
}

/// The state of the screen of notes.
struct NotesScreen: Codable, Sendable {
  var titles: [String] = []
  var message: String?
}

@MainActor
protocol NotesView: AnyObject {
  func show(_ screen: NotesScreen)
}

@MainActor
protocol NoteStore {
  func load() throws -> [Note]
  func save(_ notes: [Note]) throws
}

struct NotesService: Sendable {
  func notes() async throws -> [Note] {
    guard let url = URL(string: "https://notes.example/notes") else { throw URLError(.badURL) }
    let (data, response) = try await URLSession.shared.data(for: URLRequest(url: url))
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
    return try JSONDecoder().decode([Note].self, from: data)
  }
}

@MainActor
final class NotesPresenter {
  weak var view: (any NotesView)?
  private let store: any NoteStore
  private let service = NotesService()

  init(store: any NoteStore) { self.store = store }

  func screenAppeared() {
    let saved = (try? store.load()) ?? []
    show(saved)
    Task {
      do {
        let notes = try await service.notes()
        try store.save(notes)
        show(notes)
      } catch {
        show(saved, message: "The notes may be old")
      }
    }
  }

  private func show(_ notes: [Note], message: String? = nil) {
    view?.show(NotesScreen(titles: notes.map(\.title), message: message))
  }
}
