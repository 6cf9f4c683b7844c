import Foundation
import TestSupport
import Testing

@testable import ReaderApp

@Suite("The SQLite link store")
struct SQLiteLinkStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the link store keeps links in the order of adding`() throws {
    let store = try SQLiteLinkStore(.inMemory())
    #expect(try store.links() == [])
    #expect(try store.add(["b", "a"]) == ["b", "a"])
    #expect(try store.add(["c", "b", "c"]) == ["c"])
    #expect(try store.links() == ["b", "a", "c"])
    try store.remove("c")
    #expect(try store.add(["d"]) == ["d"])
    #expect(try store.links() == ["b", "a", "d"])
  }

  @Test(arguments: [
    "", "'", "'; DROP TABLE link; --", "%", "http://пример.рф/лента", "👩‍👩‍👧", "e\u{301}", "é",
    String(repeating: "x", count: 1_000_000),
  ])
  func `the link store keeps any text unchanged`(text: String) throws {
    let store = try SQLiteLinkStore(.inMemory())
    #expect(try store.add([text]) == [text])
    #expect(try store.add([text]) == [])
    #expect(try store.links().map { Array($0.utf8) } == [Array(text.utf8)])
    try store.remove(text)
    #expect(try store.links() == [])
  }

  @Test func `the link store ignores the removal of an unknown link`() throws {
    let store = try SQLiteLinkStore(.inMemory())
    _ = try store.add(["a"])
    try store.remove("A")
    try store.remove("")
    #expect(try store.links() == ["a"])
  }

  @Test func `the link store reads saved links from its file`() throws {
    let file = folder.file("my links.sqlite")
    _ = try SQLiteLinkStore(.file(at: file)).add(["a", "b"])
    #expect(try SQLiteLinkStore(.file(at: file)).links() == ["a", "b"])
  }

  @Test func `the link store reports a file that cannot be opened`() throws {
    let file = folder.file("nowhere/links.sqlite")
    let error = #expect(throws: LinkStoreError.self) { try SQLiteLinkStore(.file(at: file)) }
    #expect(error?.message == "Your links can't be opened")
  }

  @Test func `the link store reports a file that is not a database`() throws {
    let file = folder.file("links.sqlite")
    try Data(String(repeating: "no database ", count: 1_000).utf8).write(to: file)
    let error = #expect(throws: LinkStoreError.self) { try SQLiteLinkStore(.file(at: file)) }
    #expect(error?.message == "Your links are damaged")
  }

  @Test func `a full link store adds all links of a call or none`() throws {
    let database = try LinkDatabase.inMemory()
    let store = try SQLiteLinkStore(database)
    _ = try store.add(["a"])
    try database.limitGrowth(toBytes: 20_000)
    #expect(throws: LinkStoreError.full) {
      try store.add(["b", String(repeating: "x", count: 50_000)])
    }
    #expect(try store.links() == ["a"])
    #expect(try store.add(["c"]) == ["c"])
  }
}
