import Foundation
import GRDB
import ScenarioReports
import Testing

@testable import ScenarioCommands

@Suite("Damaged and unwritable histories")
struct HistoryTroubleTests {
  let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }
  private let run = LampRuns.run([LampRuns.scenario("On")])

  @Test func `a history file of another version is not changed`() throws {
    folder.compareAndRecord(run)
    let queue = try DatabaseQueue(path: folder.file.path)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    try queue.close()
    let before = try Data(contentsOf: folder.file)
    let remembered = folder.compareAndRecord(run)
    #expect(
      remembered.problems.map { folder.stable($0) } == [
        "the history FOLDER/history.sqlite has format version 99, but this version of scenarios "
          + "reads version 4; it is left unchanged, and this run is not compared with earlier runs; "
          + "to begin a new history, delete the file"
      ])
    #expect(remembered.comparison.entries.count == 1)
    #expect(try Data(contentsOf: folder.file) == before)
  }

  @Test func `a damaged history file is renamed and a new one is created`() throws {
    folder.compareAndRecord(run)
    for number in 1...2 {
      try Data("This was a history once.".utf8 + Data(count: 5000)).write(to: folder.file)
      let remembered = folder.compareAndRecord(run)
      let name = number == 1 ? "damaged-history.sqlite" : "damaged-2-history.sqlite"
      #expect(
        remembered.problems.map { folder.stable($0) } == [
          "the history FOLDER/history.sqlite is damaged; it was renamed to \(name), and a new one was "
            + "begun"
        ])
      #expect(folder.names.contains(name))
    }
    #expect(folder.compareAndRecord(LampRuns.run([], hours: 1)).comparison.earlier != nil)
  }

  @Test func `a history file with damaged pages is renamed`() throws {
    folder.compareAndRecord(
      LampRuns.run((0..<500).map { LampRuns.scenario("On \($0)", says: "a: \($0)") }))
    var bytes = try Data(contentsOf: folder.file)
    let pages = 4096 * 2..<bytes.count
    bytes.replaceSubrange(pages, with: Data(repeating: 0xA5, count: pages.count))
    try bytes.write(to: folder.file)
    let remembered = folder.compareAndRecord(LampRuns.run([], hours: 1))
    #expect(
      remembered.problems.map { folder.stable($0) } == [
        "the history FOLDER/history.sqlite is damaged; it was renamed to damaged-history.sqlite, and "
          + "the next run begins a new one"
      ])
    #expect(folder.names == [".gitignore", "damaged-history.sqlite"])
    #expect(folder.compareAndRecord(run).problems == [])
  }

  @Test func `a full disk loses no earlier run of the history`() throws {
    let kept = folder.compareAndRecord(run)
    let pages = try DatabaseQueue(path: folder.file.path).read {
      try Int.fetchOne($0, sql: "PRAGMA page_count")
    }
    let history = try RunHistory(in: folder.url, pageLimit: try #require(pages) + 2)
    let large = (0..<500).map { LampRuns.scenario("On \($0)", says: "when: \($0)") }
    let problem = #expect(throws: HistoryError.self) {
      try history.record(LampRuns.run(large, hours: 1))
    }
    #expect(
      folder.stable(problem)
        == "the history FOLDER/history.sqlite can't be written, because the disk is full")
    #expect(try history.run(.last, branch: "main") == kept.run)
    #expect(try history.runs(limit: 9, onlyWhole: false, branch: nil).count == 1)
  }

  @Test func `a history folder that cannot be written is reported`() throws {
    try Data().write(to: folder.url)
    let remembered = folder.compareAndRecord(run)
    #expect(
      folder.stable(remembered.problems.first)?.hasPrefix(
        "the folder FOLDER can't be written, so there is no history: ") == true)
    #expect(remembered.trend.count == 1)
  }

  @Test func `concurrent writers all record their runs in the history`() async throws {
    let url = folder.url
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let scenarios = (0..<50).map { LampRuns.scenario("On \($0)", says: "when: \($0)") }
          let run = LampRuns.run(scenarios, hours: Double(number))
          #expect(RunHistory.compareAndRecord(run, in: url).problems == [])
        }
      }
    }
    let history = try RunHistory(in: url)
    #expect(try history.runs(limit: 99, onlyWhole: false, branch: nil).count == 8)
    #expect(try history.scenarios(named: "Lamp").count == 50)
  }

  @Test func `runs that create the history at the same time all succeed`() async {
    // Often enough that two of them switch a new file to its write-ahead log at once.
    for number in 0..<50 {
      let url = folder.url.appending(path: "\(number)")
      let run = run
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            #expect(throws: Never.self) { try RunHistory(in: url) }
          }
        }
      }
      #expect(RunHistory.compareAndRecord(run, in: url).problems == [])
    }
  }

  @Test func `a run that is recorded twice appears once in the history`() throws {
    folder.compareAndRecord(run)
    folder.compareAndRecord(run)
    let history = try RunHistory(in: folder.url)
    #expect(try history.runs(limit: 99, onlyWhole: false, branch: nil).count == 1)
  }
}
