import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

/// A shelf of books, which a reader opens, changes and closes.
@MainActor
final class Shelf {
  /// A mistake that shows only for a moment, or if two things come together.
  enum Mistake: Sendable {
    /// Once the books can't be loaded, they are never shown again.
    case keepsFailure
    /// A book counts as liked, although its request failed.
    case likesAnyway
    /// The last second of the button that undoes has no effect.
    case undoesTooLate
    /// In the last second, a removal that is undone is sent nevertheless.
    case removesNevertheless
    /// A load that another one replaces is shown as a failure, until the other one ends.
    case showsCancellation
    /// More books that are loaded while a removal can be undone leave the sign of work.
    case forgetsSign
    /// The book that was opened first is shown if its answer comes last.
    case showsLateBook
  }

  struct Shown: Codable, Sendable, Equatable {
    var page = "start"
    var isLoading = false
    var name: String?
    var books: [String] = []
    var liked: [String] = []
    var book: String?
    var message: String?
    var canUndo = false
  }

  private(set) var shown = Shown()
  private let transport: FakeTransport
  private let mistake: Mistake?
  private var load: Task<Void, Never>?
  private var opened: Task<Void, Never>?
  private var session: Task<Void, Never>?
  private var removal: Task<Void, Never>?
  private var removedAt = ContinuousClock.now
  private var removed: (book: String, index: Int)?
  private var liking: Set<String> = []
  private var hasFailed = false

  init(_ transport: FakeTransport, _ mistake: Mistake?) {
    (self.transport, self.mistake) = (transport, mistake)
  }

  private func send<T: Decodable & Sendable>(
    _ method: HTTPRequest.Method, _ path: String, as type: T.Type = T.self
  ) async throws -> T {
    let request = HTTPRequest(
      method: method, scheme: "https", authority: "shelf.example", path: path)
    let (response, data) = try await transport.send(request, body: nil)
    guard response.status == .ok else { throw URLError(.badServerResponse) }
    return try JSONDecoder().decode(type, from: data)
  }

  func open() {
    let isKept = hasFailed && mistake == .keepsFailure
    load?.cancel()
    session?.cancel()
    (shown.page, shown.isLoading, shown.message) = ("list", true, nil)
    load = Task {
      async let name = send(.get, "/name", as: String.self)
      async let books = send(.get, "/books?page=1", as: [String].self)
      let (loadedName, loaded) = (try? await name, isKept ? nil : try? await books)
      let isFailed = loadedName == nil || loaded == nil
      if Task.isCancelled {
        if mistake == .showsCancellation { shown.message = "Nothing could be loaded" }
        return
      }
      shown.isLoading = false
      (shown.name, shown.books) = isFailed ? (nil, []) : (loadedName, loaded ?? [])
      hasFailed = isFailed
      shown.message = isFailed ? "Nothing could be loaded" : nil
    }
  }

  func openAsGuest() {
    open()
    session = Task {
      guard (try? await Task.sleep(for: .seconds(20))) != nil else { return }
      close()
    }
  }

  func loadMore() {
    guard !shown.books.isEmpty, !shown.isLoading else { return }
    shown.isLoading = true
    Task {
      let more = try? await send(.get, "/books?page=2", as: [String].self)
      guard shown.page == "list" else { return }
      shown.books += (more ?? []).filter { !shown.books.contains($0) }
      if more == nil { shown.message = "Nothing could be loaded" }
      shown.isLoading = mistake == .forgetsSign && shown.canUndo
    }
  }

  func like(_ book: String) {
    guard shown.books.contains(book), liking.insert(book).inserted else { return }
    if mistake == .likesAnyway { shown.liked.append(book) }
    Task {
      defer { liking.remove(book) }
      guard (try? await send(.post, "/likes", as: Bool.self)) != nil else {
        if mistake != .likesAnyway, shown.page == "list" {
          shown.message = "The book is not liked"
        }
        return
      }
      if mistake != .likesAnyway, shown.page == "list", !shown.liked.contains(book) {
        shown.liked.append(book)
      }
    }
  }

  func remove(_ book: String) {
    guard !shown.canUndo, let index = shown.books.firstIndex(of: book) else { return }
    removed = (shown.books.remove(at: index), index)
    (shown.canUndo, removedAt) = (true, .now)
    removal = Task {
      guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
      shown.canUndo = false
      removed = nil
      if (try? await send(.delete, "/books/\(book)", as: Bool.self)) == nil, shown.page == "list" {
        shown.message = "The book is still there"
        shown.books.insert(book, at: min(index, shown.books.count))
      }
    }
  }

  func undo() {
    guard shown.canUndo, let removed else { return }
    let isLate = removedAt.duration(to: .now) > .seconds(4)
    if isLate, mistake == .undoesTooLate { return }
    removal?.cancel()
    if isLate, mistake == .removesNevertheless {
      Task { _ = try? await send(.delete, "/books/\(removed.book)", as: Bool.self) }
    }
    shown.books.insert(removed.book, at: removed.index)
    shown.canUndo = false
  }

  func open(_ book: String) {
    guard shown.books.contains(book) else { return }
    if mistake != .showsLateBook { opened?.cancel() }
    opened = Task {
      let text = try? await send(.get, "/book/\(book)", as: String.self)
      guard !Task.isCancelled || mistake == .showsLateBook, shown.page == "list" else { return }
      shown.book = text
      if text == nil { shown.message = "Nothing could be loaded" }
    }
  }

  func close() {
    load?.cancel()
    removal?.cancel()
    opened?.cancel()
    session?.cancel()
    shown = Shown()
  }
}

/// A module of a shelf with a mistake.
protocol ShelfModule: Module {
  static var mistake: Shelf.Mistake? { get }
  var shelf: Shelf { get }
}

extension ShelfModule {
  static var name: String { "shelf" }

  @StepsBuilder<Self> static var steps: Steps {
    Steps.server
    When("the reader opens the shelf") { module in module.shelf.open() }
    When("the reader opens the shelf as a guest") { module in module.shelf.openAsGuest() }
    When("the reader asks for more") { module in module.shelf.loadMore() }
    When("the reader likes {string}") { (module, book: String) in module.shelf.like(book) }
    When("the reader removes {string}") { (module, book: String) in module.shelf.remove(book) }
    When("the reader undoes it") { module in module.shelf.undo() }
    When("the reader opens {string}") { (module, book: String) in module.shelf.open(book) }
    When("the reader closes the shelf") { module in module.shelf.close() }
    Observe("the shelf shows") { module in module.shelf.shown }
  }
}

final class CarefulShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { nil }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class KeepsFailureShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .keepsFailure }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class LikesAnywayShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .likesAnyway }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class UndoesTooLateShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .undoesTooLate }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class RemovesNeverthelessShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .removesNevertheless }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class ShowsCancellationShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .showsCancellation }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class ForgetsSignShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .forgetsSign }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}

final class ShowsLateBookShelf: ShelfModule {
  static var mistake: Shelf.Mistake? { .showsLateBook }
  let shelf: Shelf
  init(_ context: ScenarioContext) { shelf = Shelf(context.transport, Self.mistake) }
}
