#if History
import Foundation
import GRDB
import ScenarioResults
import Testing

@testable import ScenarioHistory

@Suite("A history in trouble")
struct HistoryTroubleTests {
  let folder = HistoryFolder()
  private let run = LampRuns.run([LampRuns.scenario("On")])

  @Test func `leaves a file from a newer version alone`() throws {
    folder.remember(run)
    let queue = try DatabaseQueue(path: folder.file.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    try queue.close()
    let before = try Data(contentsOf: folder.file)
    let remembered = folder.remember(run)
    #expect(
      remembered.problems.map { folder.stable($0) } == [
        "the history FOLDER/history.sqlite was written by a newer version of scenarios; it is left "
          + "as it is, and this run is not compared with it"
      ])
    #expect(remembered.comparison.entries.count == 1)
    #expect(try Data(contentsOf: folder.file) == before)
  }

  @Test func `keeps a damaged file and begins a new one`() throws {
    folder.remember(run)
    for number in 1...2 {
      try Data("This was a history once.".utf8 + Data(count: 5000)).write(to: folder.file)
      let remembered = folder.remember(run)
      let name = number == 1 ? "damaged-history.sqlite" : "damaged-2-history.sqlite"
      #expect(
        remembered.problems.map { folder.stable($0) } == [
          "the history FOLDER/history.sqlite is damaged; it is kept as \(name), and a new one was "
            + "begun"
        ])
      #expect(folder.names.contains(name))
    }
    #expect(folder.remember(LampRuns.run([], hours: 1)).comparison.earlier != nil)
  }

  @Test func `keeps a file aside of which only the inside is damaged`() throws {
    folder.remember(LampRuns.run((0..<500).map { LampRuns.scenario("On \($0)", says: "a: \($0)") }))
    var bytes = try Data(contentsOf: folder.file)
    let pages = 4096 * 2..<bytes.count
    bytes.replaceSubrange(pages, with: Data(repeating: 0xA5, count: pages.count))
    try bytes.write(to: folder.file)
    let remembered = folder.remember(LampRuns.run([], hours: 1))
    #expect(
      remembered.problems.map { folder.stable($0) } == [
        "the history FOLDER/history.sqlite is damaged; it is kept as damaged-history.sqlite, and "
          + "the next run begins a new one"
      ])
    #expect(folder.names == [".gitignore", "damaged-history.sqlite"])
    #expect(folder.remember(run).problems == [])
  }

  @Test func `loses nothing when the disk is full`() throws {
    let kept = folder.remember(run)
    let pages = try DatabaseQueue(path: folder.file.path).read {
      try Int.fetchOne($0, sql: "PRAGMA page_count")
    }
    let history = try SQLiteHistory(in: folder.url, pageLimit: try #require(pages) + 2)
    let large = (0..<500).map { LampRuns.scenario("On \($0)", says: "when: \($0)") }
    let problem = #expect(throws: HistoryProblem.self) {
      try history.record(LampRuns.run(large, hours: 1))
    }
    #expect(
      folder.stable(problem)
        == "the history FOLDER/history.sqlite can't be written, because the disk is full")
    #expect(try history.run(.last, branch: "main") == kept.run)
    #expect(try history.runs(limit: 9, onlyWhole: false, branch: nil).count == 1)
  }

  @Test func `says that its folder can't be written`() throws {
    try Data().write(to: folder.url)
    let remembered = folder.remember(run)
    #expect(
      folder.stable(remembered.problems.first)?.hasPrefix(
        "the folder FOLDER can't be written, so there is no history: ") == true)
    #expect(remembered.trend.count == 1)
  }

  @Test func `keeps the runs of several writers`() async throws {
    let url = folder.url
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let scenarios = (0..<50).map { LampRuns.scenario("On \($0)", says: "when: \($0)") }
          let run = LampRuns.run(scenarios, hours: Double(number))
          #expect(SQLiteHistory.remember(run, in: url).problems == [])
        }
      }
    }
    let history = try SQLiteHistory(in: url)
    #expect(try history.runs(limit: 99, onlyWhole: false, branch: nil).count == 8)
    #expect(try history.scenarios(named: "Lamp").count == 50)
  }

  @Test func `keeps a run once however often it is remembered`() throws {
    folder.remember(run)
    folder.remember(run)
    let history = try SQLiteHistory(in: folder.url)
    #expect(try history.runs(limit: 99, onlyWhole: false, branch: nil).count == 1)
  }
}
#endif
