import Foundation
import ScenarioLanguage
import ScenarioReports
import Testing

@testable import ScenarioCommands

@Suite("The history")
struct RunHistoryTests {
  let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }

  @Test func `the history returns a run as it was recorded`() throws {
    let kept = folder.record([
      .lamp("On"), .lamp("Off", .failed, says: "when: x"),
      .lamp("Blinks", .skipped, says: "when: y"),
    ])
    #expect(kept.problems == [])
    let history = try RunHistory(in: folder.url)
    #expect(history.lastRun(of: "main") == kept.run)
    #expect(history.notices == [])
  }

  @Test func `a run is compared with its branch's last run, else the last run`() {
    let (passed, failed) = (ScenarioReport.lamp("On"), ScenarioReport.lamp("On", .failed))
    #expect(folder.record([passed]).comparison.earlier == nil)
    let other = folder.record([failed], hours: 1, branch: "new", commit: "2b")
    #expect(other.comparison.entries[0].changes == [.broken])
    let main = folder.record([passed], hours: 2, commit: "3c")
    #expect(main.comparison.entries[0].changes == [.same])
    let outside = folder.record([failed], hours: 3, branch: nil, commit: nil)
    #expect(outside.comparison.earlier?.id == main.run.id)
  }

  @Test func `a run of some stories on a new branch updates the last run of another branch`() {
    let off = ScenarioReport.lamp("Off", says: "a")
    folder.record([.lamp("On", .failed), off])
    folder.record([off], hours: 1, branch: "new", commit: "2b", isPartial: true)
    folder.record([off], hours: 2, branch: "old", commit: "3c", isPartial: true)
    let whole = folder.record([.lamp("On", .failed), off], hours: 3, branch: "new", commit: "4d")
    #expect(whole.comparison.entries.map(\.changes) == [[.stillBroken], [.same]])
  }

  @Test func `a run can be compared with a named branch or commit`() {
    let (passed, failed) = (ScenarioReport.lamp("On"), ScenarioReport.lamp("On", .failed))
    let main = folder.record([passed], commit: "abcdef01")
    folder.record([failed], hours: 1, branch: "new", commit: "2b")
    func against(_ name: String) -> ComparedRun {
      RunHistory.compareAndRecord(
        LampRuns.run([failed], hours: 2, branch: "new", commit: "2b"), in: folder.url,
        against: name)
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
    folder.record([.lamp("On"), .lamp("Off", says: "a")])
    folder.record([.lamp("Off", .failed, says: "a")], hours: 1, isPartial: true)
    let run = folder.record([.lamp("On"), .lamp("Off", .failed, says: "a")], hours: 2)
    #expect(run.comparison.entries.map { $0.changes[0] } == [.same, .stillBroken])
    #expect(run.trend.map { $0.summary[.failed] } == [0, 1])
  }

  @Test func `any number of partial runs leaves earlier results in the baseline`() throws {
    let history = try RunHistory(in: folder.url)
    let (on, off) = (ScenarioReport.lamp("On"), ScenarioReport.lamp("Off", says: "a"))
    let failed = ScenarioReport.lamp("Off", .failed, says: "a")
    // Earlier runs are pruned.
    let began = LampRuns.recently
    try history.record(LampRuns.run([on, off], hours: began))
    try history.record(LampRuns.run([failed], hours: began + 0.5, isPartial: true))
    for number in 1...60 {
      try history.record(LampRuns.run([on], hours: began + Double(number), isPartial: true))
    }
    let known = try #require(history.lastRun(of: "main"))
    #expect(known.isPartial == nil)
    #expect(known.scenarios.map { $0.titles.last } == ["On", "Off"])
    #expect(known.scenarios.map(\.verdict) == [.passed, .failed])
  }

  @Test func `scenarios of a file with errors keep their last results in the baseline`() {
    let off = ScenarioReport.lamp("Off", says: "a")
    folder.record([.lamp("On", .failed), off])
    for number in 1...2 {
      var run = LampRuns.run([.lamp("Torch", path: "b.yaml")], hours: Double(number), commit: "2b")
      run.brokenFiles = [BrokenFile(path: off.path, diagnostics: [])]
      folder.compareAndRecord(run)
    }
    let run = folder.record(
      [.lamp("On", .failed), off, .lamp("Torch", path: "b.yaml")], hours: 3, commit: "3c")
    #expect(run.comparison.entries.map(\.changes) == [[.stillBroken], [.same], [.same]])
    #expect(run.run.scenarios[0].brokenSince?.date == LampRuns.noon)
  }

  @Test func `the history shows problems, and which blocked scenarios are broken`() throws {
    var blocked = ScenarioReport.lamp("Off", .blocked, says: "a")
    blocked.exemption = .knownIssue
    var interrupted = LampRuns.run([.lamp("On")], hours: 1, isPartial: true)
    interrupted.problems = [.interrupted(notRun: 3, isPlanned: true)]
    folder.record([.lamp("On"), blocked])
    folder.compareAndRecord(interrupted)
    let history = try RunHistory(in: folder.url)
    let runs = history.runs(limit: 2)
    #expect(runs.map(\.summary.hasFailures) == [true, false])
    #expect(
      runs.map(\.summary.counts) == [
        "1 scenario: 1 passed, interrupted, 3 scenarios not run",
        "2 scenarios: 1 blocked, 1 passed",
      ])
    #expect(history.lastRun(of: "main")?.problems == interrupted.problems)
  }

  @Test func `the list of runs says which were asked for some stories, without a problem`() {
    let strict = RunReport.Problem.strict(
      notes: ["a"], warnings: [], warningCount: 0, hasRun: true)
    let stopped = RunReport.Problem.stopped(notRun: 3, isPlanned: true)
    let interrupted = RunReport.Problem.interrupted(notRun: 0, isPlanned: false)
    for (problem, isNamed) in [
      (nil, true), (strict, false), (stopped, false), (interrupted, false),
    ] as [(RunReport.Problem?, Bool)] {
      var run = LampRuns.run([.lamp("On")], isPartial: true)
      run.problems = problem.map { [$0] }
      let text = HistoryText(style: TextStyle(isColored: false)).text(for: [RunHeading(run)])
      #expect(text.contains("partial: only some stories") == isNamed, "\(text)")
    }
  }

  @Test func `the history follows a scenario through renames and moves`() throws {
    folder.record([.lamp("On")])
    folder.record([.lamp("Lit", .failed)], hours: 1, commit: "2b")
    folder.record([.lamp("Lit", .failed, path: "b.yaml")], hours: 2, commit: "3c")
    let history = try RunHistory(in: folder.url)
    let found = history.scenarios(named: "On")
    #expect(found.map(\.name) == ["Lamp › Lit"])
    let results = history.results(of: try #require(found.first).identity, limit: 10)
    #expect(results.map(\.scenario.name) == ["Lamp › Lit", "Lamp › Lit", "Lamp › On"])
    #expect(
      results.map(\.scenario.path) == ["b.yaml"] + Array(repeating: "Scenarios/lamp.yaml", count: 2)
    )
    #expect(results.map(\.run.seconds) == [1.5, 1.5, 1.5])
    #expect(results[0].scenario.brokenSince?.commit == "2b")
    let utc = try #require(TimeZone(identifier: "UTC"))
    var text = HistoryText(style: TextStyle(isColored: false))
    text.moments.timeZone = utc
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
      text.text(for: history.runs(limit: 2)) == """
        2025-11-20 14:00:00  main 3c  ✘ 1 scenario: 1 failed
        2025-11-20 13:00:00  main 2b  ✘ 1 scenario: 1 failed

        """)
  }

  @Test func `a full scenario name matches only that scenario in the history`() throws {
    folder.record([.lamp("On"), .lamp("On fire", says: "b")])
    let history = try RunHistory(in: folder.url)
    #expect(history.scenarios(named: "Lamp › On").map(\.name) == ["Lamp › On"])
    #expect(history.scenarios(named: "On").map(\.name) == ["Lamp › On", "Lamp › On fire"])
    #expect(history.scenarios(named: "Off").isEmpty)
  }

  @Test func `the history reports different verdicts on one commit as flaky`() {
    folder.record([.lamp("On", .failed)])
    folder.record([.lamp("On")], hours: 1)
    let third = folder.record([.lamp("On")], hours: 2)
    #expect(third.comparison.entries[0].changes == [.flaky])
    let other = folder.record([.lamp("On")], hours: 3, commit: "2b")
    #expect(other.comparison.entries[0].changes == [.same])
  }

  @Test func `runs in real time and in story time are neither flaky nor slower`() {
    folder.record([.lamp("On")])
    var slow = ScenarioReport.lamp("On", .failed)
    slow.storyNanoseconds *= 2
    var inRealTime = LampRuns.run([slow], hours: 1)
    inRealTime.isRealTime = true
    let failed = folder.compareAndRecord(inRealTime)
    #expect(failed.comparison.entries.map(\.changes) == [[.broken]])
    #expect(folder.record([.lamp("On")], hours: 2).comparison.entries[0].changes == [.fixed])
    slow.verdict = .passed
    inRealTime = LampRuns.run([slow], hours: 3)
    inRealTime.isRealTime = true
    let passed = folder.compareAndRecord(inRealTime)
    #expect(passed.comparison.entries.map(\.changes) == [[.flaky]])
  }

  @Test func `a scenario that real time has no time for remains broken until it has a result`() {
    let failed = ScenarioReport.lamp("On", .failed)
    folder.record([failed])
    var skipped = ScenarioReport.lamp("On", .skipped)
    skipped.exemption = .needsMoreTime
    for number in 1...2 {
      let run = folder.record([skipped], hours: Double(number), commit: "\(number)b")
      #expect(run.comparison.entries[0].changes == [.same])
    }
    let again = folder.record([failed], hours: 3, commit: "3c")
    #expect(again.comparison.entries[0].changes == [.stillBroken])
    #expect(!again.comparison.hasNewlyBroken)
    #expect(again.run.scenarios[0].brokenSince?.date == LampRuns.noon)
    let passed = folder.record([.lamp("On")], hours: 4, commit: "4d")
    #expect(passed.run.scenarios[0].brokenSince == nil)
    #expect(folder.record([failed], hours: 5).comparison.entries[0].changes.contains(.broken))
  }

  @Test func `the history keeps the failures of 1,000 scenarios, and no trace`() throws {
    let failed = (0...1_000).map { number in
      var scenario = ScenarioReport.lamp("On \(number)", .failed, says: "when: \(number)")
      scenario.failures = [Failure("dark \(number)", at: scenario.location)]
      scenario.trace = "0 s  the button was pressed"
      return scenario
    }
    folder.record([ScenarioReport.lamp("Off", says: "a")] + failed)
    let run = try #require(try RunHistory(in: folder.url).lastRun(of: "main"))
    #expect(
      run.scenarios.dropFirst().dropLast().map(\.failures) == failed.dropLast().map(\.failures))
    #expect(run.scenarios.first?.failures == [])
    #expect(run.scenarios.last?.failures == [])
    #expect(run.scenarios.allSatisfy { $0.trace.isEmpty && $0.steps.isEmpty })
  }

  @Test func `pruning the history keeps recent runs and each branch's last runs`() throws {
    let history = try RunHistory(in: folder.url)
    let old = Date.now.addingTimeInterval(-40 * 86_400).timeIntervalSince(LampRuns.noon) / 3600
    for number in 0..<4 {
      try history.record(LampRuns.run([.lamp("Old \(number)")], hours: old + Double(number)))
    }
    try history.record(LampRuns.run([.lamp("Other")], hours: old, branch: "new"))
    let young = Date.now.timeIntervalSince(LampRuns.noon) / 3600 - 1
    try history.record(LampRuns.run([.lamp("Young")], hours: young))
    #expect(try history.prune(runsPerBranch: 2, days: 30) == 3)
    let left = history.runs(limit: 10)
    #expect(left.map(\.origin.branch) == ["main", "main", "new"])
    #expect(history.scenarios(named: "Old").map(\.name) == ["Lamp › Old 3"])
    #expect(folder.runs.count == 3)
  }

  @Test func `pruning keeps the last whole run of a branch among partial ones`() throws {
    let history = try RunHistory(in: folder.url)
    try history.record(LampRuns.run([.lamp("On")]))
    for number in 1...3 {
      try history.record(LampRuns.run([.lamp("On")], hours: Double(number), isPartial: true))
    }
    #expect(try history.prune(runsPerBranch: 1, days: 0) == 2)
    let left = history.runs(limit: 10)
    #expect(left.map(\.isPartial) == [true, false])
    #expect(try history.prune(runsPerBranch: 1, days: 0) == 0)
  }

  @Test func `recording a run prunes the history and what killed runs left`() throws {
    let history = try RunHistory(in: folder.url)
    let old = Date.now.addingTimeInterval(-40 * 86_400).timeIntervalSince(LampRuns.noon) / 3600
    for number in 0...50 {
      try history.record(LampRuns.run([.lamp("On")], hours: old + Double(number) / 60))
    }
    #expect(folder.runs.count == 50)
    let left = [-3601.0, 0].map { ($0, folder.url.appending(path: "\($0).new")) }
    for (age, file) in left {
      try Data().write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(age)], ofItemAtPath: file.path)
    }
    try history.record(LampRuns.run([.lamp("On")]))
    #expect(folder.names.filter { $0.hasSuffix(".new") } == ["0.0.new"])
  }

  @Test func `the trend has the last 50 complete runs of the branch`() throws {
    let history = try RunHistory(in: folder.url)
    let runs = (0...60).map { number in
      LampRuns.run(
        [.lamp("On")], hours: LampRuns.recently + Double(number),
        branch: number == 30 ? "new" : "main", isPartial: number == 40 ? true : nil)
    }
    for run in runs.dropLast() { try history.record(run) }
    let last = folder.compareAndRecord(runs[60])
    let chosen = (9...60).filter { $0 != 30 && $0 != 40 }
    #expect(last.trend.map(\.id) == chosen.map { runs[$0].id })
  }

  @Test
  func `a run is not compared with one that began later, after the clock was set back`() throws {
    let (passed, failed) = (ScenarioReport.lamp("On"), ScenarioReport.lamp("On", .failed))
    let first = folder.record([passed])
    let future = Date.now.timeIntervalSince(LampRuns.noon) / 3600 + 24
    folder.record([failed], hours: future, commit: "2b")
    let second = folder.record([passed], hours: 1)
    #expect(second.comparison.earlier?.id == first.run.id)
    #expect(second.comparison.entries[0].changes == [.same])
    #expect(second.trend.map(\.id) == [first.run.id, second.run.id])
    #expect(try RunHistory(in: folder.url).lastRun(of: "main")?.id == second.run.id)
  }

  @Test func `a report of an earlier run has that run and those before it in its trend`() {
    let runs = (0...2).map { folder.record([.lamp("On")], hours: Double($0)).run }
    let report = folder.compareAndRecord(runs[1])
    #expect(report.comparison.earlier?.id == runs[0].id)
    #expect(report.trend.map(\.id) == [runs[0].id, runs[1].id])
  }

  @Test func `the trend of a run without a branch has only such runs`() {
    let first = folder.record([.lamp("On")], branch: nil).run
    folder.record([.lamp("On")], hours: 1)
    let last = folder.record([.lamp("On")], hours: 2, branch: nil)
    #expect(last.trend.map(\.id) == [first.id, last.run.id])
  }

  @Test func `brokenSince survives any number of runs and a change of the branch`() {
    folder.record([.lamp("On")])
    for number in 1...5 {
      let run = LampRuns.run(
        [.lamp("On", .failed)], hours: Double(number), branch: "b\(number / 3)",
        commit: "\(number)b")
      let since = folder.compareAndRecord(run).run.scenarios[0].brokenSince
      #expect(since?.date == LampRuns.noon.addingTimeInterval(3600))
      #expect(since?.commit == "1b")
    }
  }

  @Test func `a run of some stories on a commit keeps the verdicts of the others`() {
    let (on, off) = (ScenarioReport.lamp("On"), ScenarioReport.lamp("Off", says: "a"))
    let failed = ScenarioReport.lamp("Off", .failed, says: "a")
    folder.record([on, failed])
    folder.record([on, off], hours: 1)
    folder.record([on], hours: 2, isPartial: true)
    let run = folder.record([on, off], hours: 3)
    #expect(run.comparison.entries.map(\.changes) == [[.same], [.flaky]])
    let changed = folder.record([on, off], hours: 4, commit: "2b")
    #expect(changed.comparison.entries.map(\.changes) == [[.same], [.same]])
  }

  @Test func `the file of a run is read as this version has written it`() throws {
    let began = LampRuns.noon.timeIntervalSinceReferenceDate
    let id = try #require(UUID(uuidString: "9B1D0A3E-5C57-4B56-8F0A-1D8A0C5B2E4F"))
    let origin = #"{"command":"scenarios run","host":"lamp","attempt":1}"#
    let lines = [
      """
      {"heading":{"id":"\(id)","began":\(began),"seconds":1.5,"origin":\(origin),"isPartial":false,\
      "summary":{"numbers":["failed",1,"passed",1],"broken":1,"flaky":0,"brokenFiles":0,\
      "problems":[],"storyTime":[0,3000000000]}},"verdicts":{"aa":["passed"]}}
      """,
      """
      {"version":\(RunReport.currentVersion),"id":"\(id)","began":\(began),"seconds":1.5,"origin":\(origin),\
      "scenarios":[],"brokenFiles":[]}
      """,
      """
      {"groups":[{"path":"a.yaml","parents":["Lamp"],"module":"lamp","tags":["home"]}],\
      "group":[0,0],"title":["On","Off"],"texts":["- x"],"text":[0,0],"line":[4,6],\
      "storyNanoseconds":[1,2],"seconds":[0.5,1],"identity":["aa","bb"],\
      "verdict":{"1":"failed"},"reason":{},"exemption":{},\
      "brokenSince":{"1":{"date":\(began),"commit":"2b"}},"failures":{}}
      """,
    ]
    let text = lines.map { "\(Fingerprint.of($0)) \($0)\n" }.joined()
    let (head, run) = try RunFile.run(in: text)
    #expect(head.verdicts == ["aa": [.passed]])
    #expect(head.heading.summary.counts == "2 scenarios: 1 failed, 1 passed")
    #expect(run.id == id)
    #expect(run.began == LampRuns.noon)
    #expect(
      run.scenarios.map { "\($0.name), \($0.verdict) in line \($0.line): \($0.text)" }
        == ["Lamp › On, passed in line 4: - x", "Lamp › Off, failed in line 6: - x"])
    #expect(run.scenarios.last?.brokenSince?.commit == "2b")
    #expect(run.scenarios.last?.identity == "bb")
  }

  @Test func `the history folder contains a gitignore file`() throws {
    folder.record([])
    #expect(folder.names == [".gitignore"] + folder.runs.map(\.lastPathComponent))
    #expect(folder.runs.count == 1)
    let ignored = try folder.text(of: ".gitignore")
    #expect(ignored == "*\n")
  }
}
