import Foundation
import ScenarioHTTP
import ScenarioKit

/// A screen that searches as the reader types.
@MainActor
final class SearchPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case empty, searching, found, failed }

    var state = State.empty
    var titles: [String] = []
  }

  private(set) var screen = Screen()
  private var text = ""
  private var search: Task<Void, Never>?

  func typed(_ text: String) {
    self.text = text
    // The bug: an answer for an earlier text is shown too.
    let isPlanted = Planted.has("stale")
    if !isPlanted { search?.cancel() }
    screen.state = .searching
    search = Task { [weak self] in
      let titles = await Self.titles(for: text)
      guard let self, isPlanted || self.text == text else { return }
      screen = titles.map { Screen(state: .found, titles: $0) } ?? Screen(state: .failed)
    }
  }

  private static func titles(for text: String) async -> [String]? {
    do {
      return try await Server.send(path: "titles?q=\(text)", as: [String].self)
    } catch is DecodingError {
      // A second bug: a damaged answer counts as one without titles.
      return Planted.hasOther("decode") ? [] : nil
    } catch {
      return nil
    }
  }
}

final class SearchModule: Module {
  static let name = "search"
  private let presenter: SearchPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(SearchPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the reader types {string}") { (module, text: String) in module.presenter.typed(text) }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
