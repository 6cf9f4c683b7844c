import Foundation

/// The reader's links: adds, lists and removes them, and puts the first two in place.
///
/// It is asynchronous, as the article's is, so that a server can take the store's place one day.
public actor LinkService {
  /// The links that are there on the very first launch.
  public static let standardLinks = [
    "http://developer.apple.com/news/rss/news.rss", "http://news.rambler.ru/rss/world",
  ]

  private let settings: any LaunchSettings
  private let openStore: @Sendable () throws(LinkStoreError) -> any LinkStore
  private var opened: (any LinkStore)?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - settings: What remembers whether this is the first launch.
  ///   - openStore: Opens the store, at the first use; tried again at the next one if it fails.
  public init(
    settings: any LaunchSettings,
    openStore: @escaping @Sendable () throws(LinkStoreError) -> any LinkStore
  ) {
    self.settings = settings
    self.openStore = openStore
  }

  /// The links, in the order in which they were added.
  public func list() throws(LinkStoreError) -> [String] {
    try store().links()
  }

  /// Adds a link, with `http://` before it if it has no scheme.
  ///
  /// - Throws: `LinkError` for a text that is no link or a link that is there; the store's errors.
  public func add(_ typed: String) throws(LinkError) {
    guard let link = Self.link(from: typed) else { throw .notALink }
    let added: [String]
    do {
      added = try store().add([link])
    } catch {
      throw .store(error)
    }
    if added.isEmpty { throw .alreadyThere }
  }

  /// Removes a link; one that is not there is no error.
  public func remove(_ link: String) throws(LinkStoreError) {
    try store().remove(link)
  }

  /// The store, with the standard links in it.
  private func store() throws(LinkStoreError) -> any LinkStore {
    let store: any LinkStore
    if let opened {
      store = opened
    } else {
      store = try openStore()
      opened = store
    }
    if !settings.standardLinksAdded {
      // Remembered only once they are there: if the store fails now, the next call tries again.
      _ = try store.add(Self.standardLinks)
      settings.rememberStandardLinksAdded()
    }
    return store
  }

  /// What a reader means by what they typed.
  static func link(from typed: String) -> String? {
    let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
    let hasScheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
    let link = hasScheme ? text : "http://\(text)"
    let strangers = CharacterSet.whitespacesAndNewlines.union(.controlCharacters)
    guard text.rangeOfCharacter(from: strangers) == nil, let host = URL(string: link)?.host(),
      !host.isEmpty
    else { return nil }
    return link
  }
}

/// Why a link was not added.
public enum LinkError: Error, Sendable, Hashable {
  /// The text is no link.
  case notALink

  /// The link is there already.
  case alreadyThere

  /// The store did not take it.
  case store(LinkStoreError)
}
