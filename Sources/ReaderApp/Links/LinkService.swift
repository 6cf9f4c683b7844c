import Foundation

/// A service that lists, adds and removes links, and initially adds the standard links.
///
/// It is asynchronous, like the one in the article, so that a server can replace the store later.
public actor LinkService {
  /// The links that are added on the first launch.
  public static let standardLinks = [
    "http://developer.apple.com/news/rss/news.rss", "http://news.rambler.ru/rss/world",
  ]

  private let settings: any LaunchSettings
  private let openStore: @Sendable () throws(LinkStoreError) -> any LinkStore
  private var opened: (any LinkStore)?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - settings: The settings that record whether this is the first launch.
  ///   - openStore: A closure that opens the store at the first use, and again at the next one if
  ///     it fails.
  public init(
    settings: any LaunchSettings,
    openStore: @escaping @Sendable () throws(LinkStoreError) -> any LinkStore
  ) {
    self.settings = settings
    self.openStore = openStore
  }

  /// Returns the links, in the order in which they were added.
  public func list() throws(LinkStoreError) -> [String] {
    try store().links()
  }

  /// Adds a link, with the prefix `http://` if it has no scheme.
  ///
  /// - Throws: `LinkError` for an invalid link, a link that exists already, or an error of the
  ///   store.
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

  /// Removes a link; does nothing if it does not exist.
  public func remove(_ link: String) throws(LinkStoreError) {
    try store().remove(link)
  }

  /// Returns the store, which contains the standard links.
  private func store() throws(LinkStoreError) -> any LinkStore {
    let store: any LinkStore
    if let opened {
      store = opened
    } else {
      store = try openStore()
      opened = store
    }
    if !settings.standardLinksAdded {
      // Recorded only after they were added: if the store fails now, the next call tries again.
      _ = try store.add(Self.standardLinks)
      settings.rememberStandardLinksAdded()
    }
    return store
  }

  /// Returns the link for a typed text; `nil` if the text is not a link.
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

/// The error for a link that was not added.
public enum LinkError: Error, Sendable, Hashable {
  /// The text is not a link.
  case notALink

  /// The link exists already.
  case alreadyThere

  /// The store failed.
  case store(LinkStoreError)
}
