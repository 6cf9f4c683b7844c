#if History
import Foundation
import ReaderApp
import ScenarioKit
import Synchronization

/// Stands in for the device: what is on it stays when the app ends.
final class LinksDevice: Sendable {
  /// Stands in for the app's settings.
  final class Settings: LaunchSettings {
    private let added = Mutex(false)

    var standardLinksAdded: Bool { added.withLock { $0 } }

    func rememberStandardLinksAdded() { added.withLock { $0 = true } }
  }

  let settings = Settings()

  /// The real database: in memory, or live in a file.
  let database: LinkDatabase

  private let isReadable = Mutex(true)

  /// - Parameter folder: Where files are kept; `nil` for none at all.
  init(folder: URL?) throws {
    database = try folder.map { try .file(at: $0.appending(path: "links.sqlite")) } ?? .inMemory()
  }

  /// Says whether the database can be opened from now on.
  func setReadable(_ readable: Bool) { isReadable.withLock { $0 = readable } }

  /// Opens the database as the app does.
  func openStore() throws(LinkStoreError) -> any LinkStore {
    guard isReadable.withLock({ $0 }) else {
      // SQLite's own failure, at a place where nothing can be.
      return try SQLiteLinkStore(.file(at: URL(filePath: "/dev/null/links.sqlite")))
    }
    return try SQLiteLinkStore(database)
  }
}

/// Stands in for the screen that a person would see: it remembers what it was told to show.
@MainActor
final class LinksScreenSpy: LinksView {
  /// What the screen shows, as stories see it.
  struct Shown: Encodable, Sendable {
    var links: [String]
    var message: String?
  }

  /// A real screen owns its presenter, too.
  var presenter: LinksPresenter?

  let updates = Spy<Shown>("the links were updated")

  func show(_ state: LinksViewState) {
    updates.record(Shown(links: state.links, message: state.message))
  }
}
#endif
