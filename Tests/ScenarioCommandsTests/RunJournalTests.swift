import Foundation
import ScenarioLanguage
import ScenarioReports
import Testing

@testable import ScenarioCommands
@testable import ScenarioWorkers

@Suite("The journal of a run")
struct RunJournalTests {
  private let folder: StoriesFolder
  private static let run: RunReport = {
    var run = RunReport(
      began: Date(timeIntervalSinceReferenceDate: 800_000_000), seconds: 0,
      origin: RunReport.Origin(command: "scenarios run", host: "", attempt: 3),
      scope: RunReport.Scope(
        folder: "Scenarios", paths: ["Scenarios/lamp.yaml"], name: "lamp", tags: "@smoke"),
      isPartial: true)
    run.isRealTime = true
    return run
  }()

  init() throws { folder = try StoriesFolder() }

  /// Writes the journal of a run whose process ends before the run is recorded.
  private func writeJournal(
    of scenarios: [ScenarioReport], planned: Int = 0, isComplete: Bool = false
  ) throws {
    let journal = try #require(RunJournal(in: folder.url, Self.run))
    try journal.results.add(planned: planned, isComplete: isComplete)
    for scenario in scenarios { try journal.results.add(scenario) }
    journal.flush()
  }

  /// The journals of runs whose processes have ended.
  private var abandoned: [URL] {
    var journals: [URL] = []
    RunJournal.forEachAbandoned(in: folder.url) { journals.append($0) }
    return journals
  }

  @Test func `the journal of a killed run yields a partial run in story order`() throws {
    try writeJournal(of: [.sample("C"), .sample("B"), .sample("A")])
    #expect(abandoned.count == 1)
    let run = try #require(try RunJournal.run(in: abandoned[0]))
    #expect(run.scenarios.map { $0.titles.last } == ["A", "B", "C"])
    #expect(run.isPartial == true)
    #expect(run.id == Self.run.id)
    #expect(run.began == Self.run.began)
    #expect(run.origin.attempt == 3)
    #expect(run.scope == Self.run.scope)
    #expect(run.isRealTime == true)
    #expect(run.problems == [.interrupted(notRun: 0, isPlanned: false)])
  }

  @Test(arguments: [
    (true, "interrupted, 2 scenarios"), (false, "interrupted, at least 2 scenarios"),
  ])
  func `the journal of a killed run shows how many scenarios did not run`(
    isComplete: Bool, message: String
  ) throws {
    try writeJournal(of: [.sample("A")], planned: 3, isComplete: isComplete)
    let run = try #require(try RunJournal.run(in: abandoned[0]))
    #expect(run.problems?.map(\.message) == ["\(message) not run"])
  }

  @Test func `a truncated journal keeps the results before the truncated line`() throws {
    try writeJournal(of: [.sample("A"), .sample("B")])
    try Data(contentsOf: abandoned[0]).dropLast(3).write(to: abandoned[0])
    let run = try #require(try RunJournal.run(in: abandoned[0]))
    #expect(run.scenarios.map { $0.titles.last } == ["A"])
  }

  @Test func `a killed run counts as a run of the branch that is checked out`() throws {
    var whole = LampRuns.run([.sample("A")])
    whole.origin.branch = "new"
    _ = RunHistory.compareAndRecord(whole, in: folder.url)
    try writeJournal(of: [.sample("A", .failed)])
    RunJournal.keepKilledRuns(in: folder.url, branch: "new")
    let history = try RunHistory(in: folder.url)
    #expect(history.lastRun(of: "new")?.scenarios.map(\.verdict) == [.failed])
  }

  @Test func `the journal of an active run is not treated as left over`() throws {
    let journal = try #require(RunJournal(in: folder.url, Self.run))
    #expect(abandoned.isEmpty)
    journal.remove()
  }

  @Test func `the journal of a killed run is used by one of several commands alone`() throws {
    try writeJournal(of: [.sample("A")])
    var uses = 0
    RunJournal.forEachAbandoned(in: folder.url) { _ in
      uses += 1
      #expect(abandoned.isEmpty)
    }
    #expect(uses == 1)
  }

  @Test func `the journal of a run without results yields no run`() throws {
    try writeJournal(of: [])
    #expect(abandoned.count == 1)
    #expect(try RunJournal.run(in: abandoned[0]) == nil)
  }

  @Test func `a journal is reported as the results file of a run that was stopped`() throws {
    try writeJournal(of: [.sample("A"), .sample("B")])
    let error = #expect(throws: Diagnostic.self) {
      try ResultsFile.records(at: abandoned[0].path)
    }
    #expect(error?.message.contains("the results end here, after 2 scenarios") == true)
  }

  @Test(arguments: [
    ("{\"run\":{\"version\":4}}\n", "these results have format version 4, but"),
    ("\u{1}\u{0}ended", "no results begin here"),
  ])
  func `a journal of another version is refused in one sentence`(
    text: String, reason: String
  ) async throws {
    try folder.write(text, to: ".scenarios/run-1.journal")
    let call = try await folder.call("history")
    let message = "warning: the results of a killed run can't be used: .scenarios/run-1.journal:1: "
    #expect(call.errors.hasPrefix(message + reason), "\(call.errors)")
    #expect(call.errors.split(separator: "\n").count == 1)
    #expect(call.output == "There are no earlier runs in .scenarios.\n")
    #expect(try await folder.call("history").errors == "")
  }
}

extension ScenarioReport {
  /// Returns a scenario with a verdict.
  static func sample(_ title: String, _ verdict: Verdict = .passed) -> ScenarioReport {
    ScenarioReport(
      path: "Scenarios/lamp.yaml", titles: ["Lamp", title], line: 4, lastLine: 5, module: "lamp",
      tags: [], text: "", verdict: verdict, reason: nil, storyNanoseconds: 0, seconds: 0.1,
      traceHash: "")
  }
}

extension FileSummary {
  /// Returns the plan of a file.
  static func sample(file: Int, part: Int = 0, parts: Int = 1, scenarios: Int) -> FileSummary {
    FileSummary(
      number: file, part: part, parts: parts, path: "\(file).yaml", scenarios: scenarios,
      searched: scenarios, selected: scenarios, broken: nil, warningCount: 0, warnings: [],
      tags: [], namedFiles: [], text: nil)
  }
}
