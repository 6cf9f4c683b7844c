import Foundation
import ScenarioReports
import Testing

@testable import ScenarioTesting

@Suite("The results of swift test")
struct ResultsCollectorTests {
  private let package: ScenarioPackage
  private let file: String

  init() throws {
    package = try ScenarioPackage([
      "counter.yaml": """
      story: A counter
      module: counter
      scenarios:
        - scenario: It counts
          when: the reader taps plus 1 time
          then: { the counter shows: { count: 1 } }
        - scenario: It miscounts
          when: the reader taps plus 1 time
          then: { the counter shows: { count: 2 } }
      """,
      "broken.yaml": """
      story: A broken counter
      module: counter
      scenarios:
        - scenario: It counts
          then: the reader taps plus 1 time
      """,
    ])
    file = package.root + "results/run.ndjson"
  }

  /// Runs all cases and writes their results.
  private func run(to file: String) async {
    let collector = ResultsCollector(path: file)
    await run(package.cases(), for: collector)
    collector.write()
  }

  private func run(_ cases: [ScenarioCase], for collector: ResultsCollector) async {
    for scenario in cases {
      await withKnownIssue(isIntermittent: true) {
        _ = await scenario.runOrCancellation(sourceLocation: #_sourceLocation, collector: collector)
      }
    }
  }

  @Test func `the results of swift test contain failures and files with errors`() async throws {
    await run(to: file)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let run = try #require(ResultsFile.records(in: text, path: file).first)
    #expect(run.origin.command == "swift test")
    #expect(run.scenarios.map(\.titles.last) == ["It counts", "It miscounts"])
    #expect(run.scenarios.map(\.verdict) == [.passed, .failed])
    #expect(run.brokenFiles.map(\.path) == ["Scenarios/broken.yaml"])
    let messages = run.brokenFiles.flatMap { $0.diagnostics.map(\.message) }
    #expect(messages.contains { $0.hasPrefix("\"the reader taps plus 1 time\" acts, but") })
    #expect(Summary(run).hasFailures)
  }

  @Test func `the results of swift test do not replace a story`() async throws {
    let story = package.root + "Scenarios/counter.yaml"
    let text = try String(contentsOfFile: story, encoding: .utf8)
    await run(to: story)
    #expect(try String(contentsOfFile: story, encoding: .utf8) == text)
  }

  @Test func `earlier results do not remain where a test process crashes`() async throws {
    await run(to: file)
    ResultsCollector(path: file).emptyEarlierResults()
    #expect(try Data(contentsOf: URL(filePath: file)).isEmpty)
    let story = package.root + "Scenarios/counter.yaml"
    ResultsCollector(path: story).emptyEarlierResults()
    #expect(try !Data(contentsOf: URL(filePath: story)).isEmpty)
  }

  /// Runs the cases of a part, and returns their names and the results.
  private func part(
    _ environment: [String: String]
  ) async throws -> (names: [String], run: RunReport) {
    let collector = ResultsCollector(path: file)
    let cases = package.cases(environment, collector: collector)
    await run(cases, for: collector)
    return (cases.map(\.testDescription), collector.run())
  }

  @Test func `the parts of swift test are one run together`() async throws {
    var sources: [MergedParts.Source] = []
    var names: [String] = []
    for number in 1...3 {
      let part = try await part(["SCENARIOS_SHARD": "\(number)/3"])
      #expect(part.names.first?.hasPrefix("Part \(number) of 3") == true)
      names += part.names
      sources.append(("\(number).json", part.run))
    }
    #expect(names.contains { $0.hasSuffix(", which has no scenarios") })
    var some = Array(sources.dropLast())
    #expect(try #require(MergedParts(&some, unreadable: [])).faults.count == 1)
    let merged = try #require(MergedParts(&sources, unreadable: []))
    #expect(merged.faults.isEmpty)
    #expect(merged.run.scenarios.map(\.titles.last) == ["It counts", "It miscounts"])
    #expect(merged.run.brokenFiles.map(\.path) == ["Scenarios/broken.yaml"])
  }

  @Test func `the part of swift test is that of a build server`() async throws {
    let part = try await part([
      "SCENARIOS_SHARD": "auto/2", "JOB_COMPLETION_INDEX": "1",
    ])
    #expect(
      part.names.first?.hasPrefix(
        "Part 2 of 2, by a Kubernetes indexed job (JOB_COMPLETION_INDEX=1)") == true)
    let wrong = package.cases(["SCENARIOS_SHARD": "3/2"])
    #expect(wrong.map(\.testDescription) == ["There are scenarios to run"])
    #expect(package.cases(["SCENARIOS_TIMES": "t.json"]).count == 1)
  }
}
