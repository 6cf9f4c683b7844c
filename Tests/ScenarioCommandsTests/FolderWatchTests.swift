import Foundation
import ScenarioRunning
import TestSupport
import Testing

@testable import ScenarioCommands

@Suite("Watched files", .timeLimit(.minutes(10)))
struct FolderWatchTests {
  @Test func `saved, new and deleted files since the last call are changes`() throws {
    let folder = try TemporaryFolder(["a.yaml": "a", "b/fixtures/b.json": "{}", ".c": "c"])
    var watch = FolderWatch(ScenariosFolder(folder.url.path))
    func paths(_ names: String...) -> Set<String> {
      Set(names.map { folder.url.resolvingSymlinksInPath().path + "/" + $0 })
    }
    try folder.write("new", to: "c/c.yaml")
    try folder.write("{ }", to: "b/fixtures/b.json")
    try folder.write("hidden", to: ".c")
    #expect(watch.changes() == paths("c/c.yaml", "b/fixtures/b.json"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "c"))
    #expect(watch.changes() == paths("c/c.yaml"))
  }
}
