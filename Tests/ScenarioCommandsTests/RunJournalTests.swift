import Foundation
import ScenarioLanguage
import ScenarioReports
import Testing

@testable import ScenarioCommands
@testable import ScenarioWorkers

@Suite("The journal of a run")
struct RunJournalTests {
  private let folder: StoriesFolder
  private static let scope = RunReport.Scope(
    folder: "Scenarios", paths: ["Scenarios/lamp.yaml"], name: "lamp", tags: "@smoke")
  private let began = Date(timeIntervalSinceReferenceDate: 800_000_000)

  init() throws { folder = try StoriesFolder() }

  /// Writes the journal of a run whose process ends before the run is recorded.
  private func writeJournal(of messages: [RunEvent], fileCount: Int = 2) throws {
    let journal = try #require(
      RunJournal(
        in: folder.url,
        RunStart(date: began, attempt: 3, fileCount: fileCount, scope: Self.scope)))
    for message in messages {
      var bytes: [UInt8] = []
      try BinaryEncoder().encode(message, to: &bytes)
      journal.add(bytes[...])
    }
    journal.flush()
  }

  private var file: URL {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      return folder.url.appending(path: try #require(names.first { $0.hasSuffix(".journal") }))
    }
  }

  @Test func `the journal of a killed run yields a partial run in story order`() throws {
    try writeJournal(of: [
      .ended(ScenarioKey(file: 1, part: 0, index: 0), .sample("C")),
      .ended(ScenarioKey(file: 0, part: 0, index: 1), .sample("B")),
      .ended(ScenarioKey(file: 0, part: 0, index: 0), .sample("A")),
    ])
    let left = RunJournal.abandoned(in: folder.url)
    let run = try #require(left.first?.run)
    #expect(left.count == 1)
    #expect(run.scenarios.map { $0.titles.last } == ["A", "B", "C"])
    #expect(run.isPartial == true)
    #expect(run.began == began)
    #expect(run.origin.attempt == 3)
    #expect(run.scope == Self.scope)
    #expect(run.problems == [.interrupted(notRun: 0, isPlanned: false)])
  }

  @Test(arguments: [(2, "interrupted, 2 scenarios"), (3, "interrupted, at least 2 scenarios")])
  func `the journal of a killed run tells how many scenarios did not run`(
    fileCount: Int, message: String
  ) throws {
    try writeJournal(
      of: [
        .planned(.sample(file: 0, scenarios: 2)), .planned(.sample(file: 1, scenarios: 1)),
        .ended(ScenarioKey(file: 0, part: 0, index: 0), .sample("A")),
      ], fileCount: fileCount)
    let run = try #require(RunJournal.abandoned(in: folder.url).first?.run)
    #expect(run.problems?.map(\.message) == ["\(message) not run"])
  }

  @Test func `a truncated journal keeps the results before the truncated message`() throws {
    try writeJournal(of: [
      .ended(ScenarioKey(file: 0, part: 0, index: 0), .sample("A")),
      .ended(ScenarioKey(file: 0, part: 0, index: 1), .sample("B")),
    ])
    try Data(contentsOf: file).dropLast(3).write(to: file)
    let run = try #require(RunJournal.abandoned(in: folder.url).first?.run)
    #expect(run.scenarios.map { $0.titles.last } == ["A"])
  }

  @Test func `the journal of an active run is not treated as left over`() throws {
    let journal = try #require(
      RunJournal(
        in: folder.url, RunStart(date: began, attempt: 1, fileCount: 1, scope: Self.scope)))
    #expect(RunJournal.abandoned(in: folder.url).isEmpty)
    journal.remove()
  }

  @Test func `the journal of a run without results yields no run`() throws {
    try writeJournal(of: [])
    #expect(RunJournal.abandoned(in: folder.url).count == 1)
    #expect(RunJournal.abandoned(in: folder.url).first?.run == nil)
  }
}

extension ScenarioReport {
  /// Returns a scenario that passed.
  static func sample(_ title: String) -> ScenarioReport {
    ScenarioReport(
      path: "Scenarios/lamp.yaml", titles: ["Lamp", title], line: 4, lastLine: 5, module: "lamp",
      tags: [], text: "", verdict: .passed, reason: nil, storyNanoseconds: 0, seconds: 0.1,
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
