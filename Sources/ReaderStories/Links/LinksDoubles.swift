import Foundation
import ReaderApp
import ScenarioKit
import Synchronization

/// A fake device, whose data persists when the app ends.
final class LinksDevice: Sendable {
  /// A fake of the app's settings.
  final class Settings: LaunchSettings {
    private let added = Mutex(false)

    var standardLinksAdded: Bool { added.withLock { $0 } }

    func rememberStandardLinksAdded() { added.withLock { $0 = true } }
  }

  let settings = Settings()

  /// The real database: in memory, or in a file when the scenario runs live.
  let database: LinkDatabase

  private let isReadable = Mutex(true)
  private let isDamaged = Mutex(false)
  /// The number of changes that can still be written; `nil` for any number.
  private let writesLeft = Mutex<Int?>(nil)

  /// - Parameter folder: The folder for files; `nil` to keep everything in memory.
  init(folder: URL?) throws {
    database = try folder.map { try .file(at: $0.appending(path: "links.sqlite")) } ?? .inMemory()
  }

  /// Sets whether the database can be opened from now on.
  func setReadable(_ readable: Bool) { isReadable.withLock { $0 = readable } }

  /// Sets whether the links are damaged, so that they can be neither read nor written.
  func setDamaged(_ damaged: Bool) { isDamaged.withLock { $0 = damaged } }

  /// Sets how many changes of the links can still be written; `nil` for any number.
  func setWritesLeft(_ count: Int?) { writesLeft.withLock { $0 = count } }

  fileprivate func checkReading() throws(LinkStoreError) {
    if isDamaged.withLock({ $0 }) { throw .damaged(reason: "by the story") }
  }

  fileprivate func checkWriting() throws(LinkStoreError) {
    try checkReading()
    let isWritable = writesLeft.withLock { left in
      defer { left = left.map { max($0 - 1, 0) } }
      return left != 0
    }
    if !isWritable { throw .failed(reason: "by the story") }
  }

  /// Opens the database like the app does.
  func openStore() throws(LinkStoreError) -> any LinkStore {
    guard isReadable.withLock({ $0 }) else {
      // This path cannot exist, so SQLite reports its own error.
      return try SQLiteLinkStore(.file(at: URL(filePath: "/dev/null/links.sqlite")))
    }
    return FailingLinkStore(store: try SQLiteLinkStore(database), device: self)
  }
}

/// The app's store, which fails when the story says so.
private struct FailingLinkStore: LinkStore {
  let store: SQLiteLinkStore
  let device: LinksDevice

  func links() throws(LinkStoreError) -> [String] {
    try device.checkReading()
    return try store.links()
  }

  func add(_ links: [String]) throws(LinkStoreError) -> [String] {
    try device.checkWriting()
    return try store.add(links)
  }

  func remove(_ link: String) throws(LinkStoreError) {
    try device.checkWriting()
    try store.remove(link)
  }
}

/// A spy for the links screen that records the shown states.
@MainActor
final class LinksScreenSpy: LinksView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable, Sendable {
    var links: [String]
    var message: String?
  }

  /// The presenter, which a real screen also owns.
  var presenter: LinksPresenter?

  let updates = Spy<Shown>("the links were updated")

  func show(_ state: LinksViewState) {
    updates.record(Shown(links: state.links, message: state.message))
  }
}
