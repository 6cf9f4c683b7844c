import Foundation
import Synchronization
import Testing

@testable import ReaderApp

@Suite("The link service")
struct LinkServiceTests {
  private final class Settings: LaunchSettings {
    private let added = Mutex(false)
    var standardLinksAdded: Bool { added.withLock { $0 } }
    func rememberStandardLinksAdded() { added.withLock { $0 = true } }
  }

  @Test func `the link service adds the standard links once, before the first link`() async throws {
    let (settings, database) = (Settings(), try LinkDatabase.inMemory())
    let service = LinkService(settings: settings) { () throws(LinkStoreError) in
      try SQLiteLinkStore(database)
    }
    try await service.add("news.example")
    #expect(try await service.list() == LinkService.standardLinks + ["http://news.example"])
    for link in try await service.list() { try await service.remove(link) }
    #expect(try await service.list() == [])
  }

  @Test func `the link service retries the standard links after a full store`() async throws {
    let (settings, database) = (Settings(), try LinkDatabase.inMemory())
    let full = Mutex(true)
    let service = LinkService(settings: settings) { () throws(LinkStoreError) in
      if full.withLock({ $0 }) { throw .full }
      return try SQLiteLinkStore(database)
    }
    await #expect(throws: LinkStoreError.full) { try await service.list() }
    await #expect(throws: LinkError.store(.full)) { try await service.add("news.example") }
    await #expect(throws: LinkStoreError.full) { try await service.remove("news.example") }
    #expect(!settings.standardLinksAdded)
    full.withLock { $0 = false }
    #expect(try await service.list() == LinkService.standardLinks)
    #expect(settings.standardLinksAdded)
  }

  @Test(arguments: [
    ("news.example", "http://news.example"), ("\n news.example/rss\t", "http://news.example/rss"),
    ("http://news.example", "http://news.example"),
    ("HTTPS://News.example", "HTTPS://News.example"),
    ("feed://news.example", "feed://news.example"), ("localhost:8080", "http://localhost:8080"),
    ("news.example/?u=https://x.example", "http://news.example/?u=https://x.example"),
    ("пример.рф/лента", "http://пример.рф/лента"),
  ])
  func `the link service turns typed text into a link`(typed: String, link: String) {
    #expect(LinkService.link(from: typed) == link)
  }

  @Test(arguments: [
    "", "  ", "the news", "http://", "https:///rss", "://", "/rss", "http://a b", "a\0b", "a\nb",
    "a\u{7}",
  ])
  func `the link service rejects text that is not a link`(typed: String) {
    #expect(LinkService.link(from: typed) == nil)
  }

  @Test func `the user defaults record that the standard links were added`() {
    let name = "reader-tests-\(UUID())"
    defer { UserDefaults.standard.removePersistentDomain(forName: name) }
    #expect(!SystemLaunchSettings(suiteName: name).standardLinksAdded)
    SystemLaunchSettings(suiteName: name).rememberStandardLinksAdded()
    #expect(SystemLaunchSettings(suiteName: name).standardLinksAdded)
  }
}
