import Foundation
import GRDB
import ScenarioReports
import Testing

@testable import ScenarioCommands

@Suite("The SQLite history")
struct SQLiteHistoryTests {
  let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }

  @Test func `the history returns a run as it was recorded`() throws {
    let kept = folder.compareAndRecord(
      LampRuns.run([
        LampRuns.scenario("On"), LampRuns.scenario("Off", .failed, says: "when: x"),
        LampRuns.scenario("Blinks", .skipped, says: "when: y"),
      ]))
    #expect(kept.problems == [])
    let history = try RunHistory(in: folder.url)
    #expect(try history.run(.last, branch: "main") == kept.run)
    #expect(history.notice == nil)
  }

  @Test func `a run is compared with its branch's last run, else the last run`() {
    let (passed, failed) = (LampRuns.scenario("On"), LampRuns.scenario("On", .failed))
    #expect(folder.compareAndRecord(LampRuns.run([passed])).comparison.earlier == nil)
    let other = folder.compareAndRecord(
      LampRuns.run([failed], hours: 1, branch: "new", commit: "2b"))
    #expect(other.comparison.entries[0].changes == [.broken])
    let main = folder.compareAndRecord(LampRuns.run([passed], hours: 2, commit: "3c"))
    #expect(main.comparison.entries[0].changes == [.same])
    let outside = folder.compareAndRecord(
      LampRuns.run([failed], hours: 3, branch: nil, commit: nil))
    #expect(outside.comparison.earlier?.id == main.run.id)
  }

  @Test func `a run can be compared with a named branch or commit`() {
    let (passed, failed) = (LampRuns.scenario("On"), LampRuns.scenario("On", .failed))
    let main = folder.compareAndRecord(LampRuns.run([passed], commit: "abcdef01"))
    folder.compareAndRecord(LampRuns.run([failed], hours: 1, branch: "new", commit: "2b"))
    func against(_ name: String) -> ComparedRun {
      RunHistory.compareAndRecord(
        LampRuns.run([failed], hours: 2, branch: "new", commit: "2b"), in: folder.url,
        against: .named(name))
    }
    #expect(against("main").comparison.earlier?.id == main.run.id)
    #expect(against("main").comparison.entries[0].changes == [.broken])
    #expect(against("ABCDEF").comparison.earlier?.id == main.run.id)
    let since = against("main").run.scenarios[0].brokenSince
    #expect(since?.date == LampRuns.noon.addingTimeInterval(3600))
    #expect(
      against("nowhere").problems.map(\.description) == [
        "there is no run of \"nowhere\" to compare with: the history has no branch of this name and no commit "
          + "that begins with it"
      ])
  }

  @Test func `partial runs update the results of the last whole run`() throws {
    folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("On"), LampRuns.scenario("Off", says: "a")]))
    folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("Off", .failed, says: "a")], hours: 1, isPartial: true))
    let run = folder.compareAndRecord(
      LampRuns.run(
        [LampRuns.scenario("On"), LampRuns.scenario("Off", .failed, says: "a")], hours: 2)
    )
    #expect(run.comparison.entries.map { $0.changes[0] } == [.same, .stillBroken])
    #expect(run.trend.map { $0.summary[.failed] } == [0, 1])
  }

  @Test func `any number of partial runs leaves the last whole run in the baseline`() throws {
    let history = try RunHistory(in: folder.url)
    let (on, off) = (LampRuns.scenario("On"), LampRuns.scenario("Off", says: "a"))
    try history.record(LampRuns.run([on, off]))
    for number in 1...RunHistory.partialLimit + 1 {
      try history.record(LampRuns.run([on], hours: Double(number), isPartial: true))
    }
    let known = try #require(try history.run(.last, branch: "main"))
    #expect(known.isPartial == nil)
    #expect(known.scenarios.map { $0.titles.last } == ["On", "Off"])
  }

  @Test func `the history shows the problems of a run, and which blocked scenarios are broken`()
    throws
  {
    var blocked = LampRuns.scenario("Off", .blocked, says: "a")
    blocked.exemption = .knownIssue
    var interrupted = LampRuns.run([LampRuns.scenario("On")], hours: 1, isPartial: true)
    interrupted.problems = [.interrupted(notRun: 3, isPlanned: true)]
    folder.compareAndRecord(LampRuns.run([LampRuns.scenario("On"), blocked]))
    folder.compareAndRecord(interrupted)
    let history = try RunHistory(in: folder.url)
    let runs = try history.runs(limit: 2, onlyWhole: false, branch: nil)
    #expect(runs.map(\.summary.hasFailures) == [true, false])
    #expect(
      runs.map(\.summary.counts) == [
        "1 scenario: 1 passed, interrupted, 3 scenarios not run",
        "2 scenarios: 1 blocked, 1 passed",
      ])
    #expect(try history.run(.last, branch: "main")?.problems == interrupted.problems)
  }

  @Test func `the history follows a scenario through renames and moves`() throws {
    folder.compareAndRecord(LampRuns.run([LampRuns.scenario("On")]))
    folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("Lit", .failed)], hours: 1, commit: "2b"))
    folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("Lit", .failed, path: "b.yaml")], hours: 2, commit: "3c"))
    let history = try RunHistory(in: folder.url)
    let found = try history.scenarios(named: "On")
    #expect(found.map(\.name) == ["Lamp › Lit"])
    let results = try history.results(of: try #require(found.first).identity, limit: 10)
    #expect(results.map(\.scenario.name) == ["Lamp › Lit", "Lamp › Lit", "Lamp › On"])
    #expect(
      results.map(\.scenario.path) == ["b.yaml"] + Array(repeating: "Scenarios/lamp.yaml", count: 2)
    )
    #expect(results.map(\.run.seconds) == [1.5, 1.5, 1.5])
    #expect(results[0].scenario.brokenSince?.commit == "2b")
    let utc = try #require(TimeZone(identifier: "UTC"))
    let text = HistoryText(style: TextStyle(isColored: false), timeZone: utc)
    #expect(
      text.text(forScenario: results) == """
        Lamp › Lit   b.yaml:4
        Broken since 2025-11-20 13:00 (2b)

        2025-11-20 14:00:00  main 3c       ✘ failed   2 s
          moved from Scenarios/lamp.yaml
        2025-11-20 13:00:00  main 2b       ✘ failed   2 s
          renamed from "Lamp › On"
        2025-11-20 12:00:00  main 1f3c2aa  ✔ passed   2 s

        """)
    #expect(
      text.text(for: try history.runs(limit: 2, onlyWhole: true, branch: nil)) == """
        2025-11-20 14:00:00  main 3c  ✘ 1 scenario: 1 failed
        2025-11-20 13:00:00  main 2b  ✘ 1 scenario: 1 failed

        """)
  }

  @Test func `a full scenario name matches only that scenario in the history`() throws {
    folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("On"), LampRuns.scenario("On fire", says: "b")]))
    let history = try RunHistory(in: folder.url)
    #expect(try history.scenarios(named: "Lamp › On").map(\.name) == ["Lamp › On"])
    #expect(try history.scenarios(named: "On").map(\.name) == ["Lamp › On", "Lamp › On fire"])
    #expect(try history.scenarios(named: "Off") == [])
  }

  @Test func `the history reports different verdicts on one commit as flaky`() {
    folder.compareAndRecord(LampRuns.run([LampRuns.scenario("On", .failed)]))
    folder.compareAndRecord(LampRuns.run([LampRuns.scenario("On")], hours: 1))
    let third = folder.compareAndRecord(LampRuns.run([LampRuns.scenario("On")], hours: 2))
    #expect(third.comparison.entries[0].changes == [.flaky])
    let other = folder.compareAndRecord(
      LampRuns.run([LampRuns.scenario("On")], hours: 3, commit: "2b"))
    #expect(other.comparison.entries[0].changes == [.same])
  }

  @Test func `the history keeps the trace of a failed scenario`() throws {
    var failed = LampRuns.scenario("On", .failed)
    failed.trace = "0 s  the button was pressed"
    folder.compareAndRecord(LampRuns.run([failed, LampRuns.scenario("Off", says: "a")]))
    let history = try RunHistory(in: folder.url)
    let identity = try #require(try history.scenarios(named: "Lamp › On").first).identity
    #expect(try history.results(of: identity, limit: 1)[0].scenario.trace == failed.trace)
  }

  @Test func `pruning the history keeps recent runs and each branch's last runs`() throws {
    let history = try RunHistory(in: folder.url)
    let old = Date.now.addingTimeInterval(-40 * 86_400).timeIntervalSince(LampRuns.noon) / 3600
    for number in 0..<4 {
      try history.record(
        LampRuns.run([LampRuns.scenario("Old \(number)")], hours: old + Double(number)))
    }
    try history.record(LampRuns.run([LampRuns.scenario("Other")], hours: old, branch: "new"))
    let young = Date.now.timeIntervalSince(LampRuns.noon) / 3600 - 1
    try history.record(LampRuns.run([LampRuns.scenario("Young")], hours: young))
    #expect(try history.prune(Retention(runsPerBranch: 2, days: 30)) == 3)
    let left = try history.runs(limit: 10, onlyWhole: false, branch: nil)
    #expect(left.map(\.origin.branch) == ["main", "main", "new"])
    #expect(try history.scenarios(named: "Old").map(\.name) == ["Lamp › Old 3"])
    let wordings = try history.queue.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM wording")
    }
    #expect(wordings == 3)
  }

  @Test func `the history folder contains a gitignore file`() throws {
    folder.compareAndRecord(LampRuns.run([]))
    #expect(folder.names == [".gitignore", "history.sqlite"])
    let ignored = try String(contentsOf: folder.url.appending(path: ".gitignore"), encoding: .utf8)
    #expect(ignored == "*\n")
  }
}
