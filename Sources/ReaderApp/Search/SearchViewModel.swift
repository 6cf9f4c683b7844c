import Foundation

/// The logic of the search screen, which searches when the reader pauses.
@MainActor
public final class SearchViewModel {
  private static let recentSearchesKey = "recentSearches"

  /// The titles that were found last, also at the last start of the app.
  public private(set) var titles: [String] = SavedTitles.load()

  /// The last three texts that were searched for, the latest first.
  public private(set) var recentSearches =
    UserDefaults.standard.stringArray(forKey: recentSearchesKey) ?? []

  /// A message for the reader.
  public private(set) var message: String?

  private let repository = SearchRepository()
  private var pending: DispatchWorkItem?
  private var text = ""

  /// Creates the logic of a screen whose field is empty.
  public init() {}

  /// Searches for a text as soon as the reader has not typed for 300 ms.
  public func textChanged(_ text: String) {
    self.text = text
    pending?.cancel()
    let search = DispatchWorkItem { [weak self] in
      MainActor.assumeIsolated { self?.search(for: text) }
    }
    pending = search
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(300), execute: search)
  }

  private func search(for text: String) {
    guard !text.isEmpty else {
      titles = []
      message = nil
      return
    }
    recentSearches = Array(([text] + recentSearches.filter { $0 != text }).prefix(3))
    UserDefaults.standard.set(recentSearches, forKey: Self.recentSearchesKey)
    repository.search(text) { [weak self] result in
      // The reader may have typed another text since.
      guard let self, text == self.text else { return }
      switch result {
      case .success(let titles):
        self.titles = titles
        SavedTitles.save(titles)
        message = titles.isEmpty ? "Nothing was found" : nil
      case .failure: message = "The search failed"
      }
    }
  }
}
