import Foundation
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("Merging runs")
struct MergingTests {
  private func run(
    _ number: UInt8, attempt: Int = 1, host: String = "ci", after seconds: Double = 0,
    commit: String? = "c0ffee", _ scenarios: [ScenarioReport],
    brokenFiles: [BrokenFile] = []
  ) -> RunReport {
    RunReport(
      id: UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      began: RichRecord.began.addingTimeInterval(seconds), seconds: 2,
      origin: RunReport.Origin(
        command: "scenarios run", host: host, commit: commit, branch: "main", attempt: attempt),
      scenarios: scenarios, brokenFiles: brokenFiles)
  }

  private func scenario(
    _ title: String, line: Int = 1, in path: String = "a.yaml",
    _ verdict: Verdict = .passed
  ) -> ScenarioReport {
    RichRecord.scenario(["Story", title], in: path, line: line, verdict)
  }

  private func merged(_ runs: [RunReport]) throws -> RunReport {
    try #require(RunReport.merging(runs))
  }

  @Test func `merging no run yields none, and merging one yields that run`() {
    let one = run(1, [scenario("A")])
    #expect([[], [one], [one, one]].map { RunReport.merging($0) } == [nil, one, one])
  }

  @Test func `a merged run has all scenarios in the order of their files`() throws {
    let parts = [
      run(1, host: "mac", [scenario("Z", in: "b.yaml"), scenario("B", line: 9)]),
      run(2, host: "linux", after: 1, [scenario("A", line: 3), scenario("C", line: 10)]),
    ]
    let all = try merged(parts)
    #expect(all.scenarios.map(\.titles.last) == ["A", "B", "C", "Z"])
    #expect(
      all.scenarios.map { $0.attempts?.map(\.host) } == [["linux"], ["mac"], ["linux"], ["mac"]])
    #expect(
      all.origin
        == RunReport.Origin(
          command: "scenarios run", host: "linux, mac", commit: "c0ffee", branch: "main"))
    #expect(all.seconds == 4)
    #expect(all.began == RichRecord.began)
  }

  @Test func `a merged run of several commits has no commit`() throws {
    let all = try merged([run(1, [], brokenFiles: []), run(2, commit: "beef", [])])
    #expect(all.origin.commit == nil)
    #expect(all.origin.branch == "main")
  }

  @Test func `a merged run is partial only if all its runs are`() throws {
    var (one, other) = (run(1, []), run(2, []))
    one.isPartial = true
    #expect(try merged([one, other]).isPartial == nil)
    other.isPartial = true
    #expect(try merged([one, other]).isPartial == true)
  }

  @Test func `a merged run is interrupted unless a later attempt ran all stories`() throws {
    var (interrupted, other) = (run(1, [scenario("A")]), run(2, attempt: 2, [scenario("B")]))
    interrupted.problems = [.interrupted(notRun: 3, isPlanned: true)]
    interrupted.isPartial = true
    for (attempt, isPartial, problems) in [
      (1, nil, interrupted.problems), (1, true, interrupted.problems),
      (2, true, interrupted.problems), (2, nil, nil),
    ] as [(Int, Bool?, [RunReport.Problem]?)] {
      (other.origin.attempt, other.isPartial) = (attempt, isPartial)
      let all = try merged([interrupted, other])
      #expect(all.problems == problems, "attempt \(attempt), \(isPartial ?? false)")
      #expect(Summary(all).hasFailures == (problems != nil))
    }
  }

  @Test func `a later run of another folder does not complete an interrupted run`() throws {
    var (interrupted, other) = (run(1, [scenario("A")]), run(2, attempt: 2, [scenario("B")]))
    (interrupted.problems, interrupted.isPartial) = (
      [.interrupted(notRun: 3, isPlanned: true)], true
    )
    interrupted.scope = RunReport.Scope(folder: "Scenarios")
    other.scope = RunReport.Scope(folder: "Others")
    let all = try merged([interrupted, other])
    #expect(all.problems == interrupted.problems)
    #expect(all.part == "some stories")
    other.scope = interrupted.scope
    #expect(try merged([interrupted, other]).problems == nil)
  }

  @Test func `a merged run of parts names them`() throws {
    var (one, other) = (run(1, [scenario("A")]), run(2, [scenario("B")]))
    (one.isPartial, other.isPartial) = (true, true)
    one.scope = RunReport.Scope(folder: "Scenarios", paths: ["Scenarios/c"])
    other.scope = RunReport.Scope(folder: "Scenarios", paths: ["Scenarios/a"])
    #expect(try merged([one, other]).part == "Scenarios/a, Scenarios/c")
  }

  @Test(
    arguments: [
      ([(1, .failed), (2, .passed)], .passed, true),
      ([(1, .passed), (2, .failed)], .failed, true),
      ([(1, .failed), (2, .failed)], .failed, false),
      ([(1, .failed), (2, .passed), (3, .passed)], .passed, true),
      // The same attempt on two machines.
      ([(1, .passed), (1, .failed)], .failed, true),
      ([(1, .failed), (1, .passed)], .failed, true),
      ([(1, .passed), (1, .skipped)], .passed, false),
      ([(1, .knownIssue), (1, .passed)], .knownIssue, false),
    ] as [([(Int, Verdict)], Verdict, Bool)])
  func `a merged scenario has its last attempt's verdict and keeps all attempts`(
    attempts: [(Int, Verdict)], verdict: Verdict, isFlaky: Bool
  ) throws {
    let runs = attempts.enumerated().map { index, attempt in
      run(UInt8(index + 1), attempt: attempt.0, after: Double(index), [scenario("A", attempt.1)])
    }
    let record = try #require(merged(runs).scenarios.first)
    #expect(record.verdict == verdict)
    #expect(record.isFlaky == isFlaky)
    #expect(record.attempts?.map(\.verdict) == attempts.map(\.1))
    #expect(record.earlierAttempts.count == attempts.count - 1)
  }

  @Test func `attempts at different texts of one scenario are a problem`() throws {
    var (one, other, same) = (scenario("A", .failed), scenario("A"), scenario("B"))
    (one.text, other.text, same.text) = (
      "scenario: A\nthen: it works", "scenario: A\nskip: later\nthen: it works", "scenario: B"
    )
    #expect(try merged([run(1, [one, same]), run(2, attempt: 2, [one, same])]).problems == nil)
    let all = try merged([run(1, [one, same]), run(2, attempt: 2, [other, same])])
    #expect(all.problems == [RunReport.Problem.different(["a.yaml › Story › A"])])
    #expect(Summary(all).hasFailures)
    #expect(all.scenarios.map(\.verdict) == [.failed, .passed])
    #expect(all.scenarios.map(\.isFlaky) == [false, false])
    #expect(all.scenarios[0].earlierAttempts == [])
  }

  @Test func `merging runs gives the same result in any order`() throws {
    let verdicts: [Verdict] = [.passed, .failed, .blocked, .skipped]
    let parts = (0..<6).map { index in
      run(
        UInt8(index + 1), attempt: index % 3 + 1, host: "ci-\(index)", after: Double(index / 2),
        (0..<5).map { scenario("S\($0)", line: $0 + 1, verdicts[(index * 3 + $0) % 4]) },
        brokenFiles: [RichRecord.brokenFile])
    }
    let all = try merged(parts)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let shuffled = parts.shuffled(using: &generator)
      #expect(try merged(shuffled) == all)
      let nested = try merged([merged(Array(shuffled[..<3])), merged(Array(shuffled[3...]))])
      #expect(nested.scenarios == all.scenarios)
      #expect(nested.brokenFiles == all.brokenFiles)
      #expect(nested.origin == all.origin)
    }
  }

  @Test func `a merged run has each diagnostic of a broken file once`() throws {
    var other = RichRecord.brokenFile
    other.diagnostics.removeFirst(2)
    other.diagnostics[0].location?.range.start.line = 2
    let files = try merged([
      run(1, [], brokenFiles: [RichRecord.brokenFile]),
      run(2, [], brokenFiles: [BrokenFile(path: "A.yaml", diagnostics: []), other]),
      run(3, [], brokenFiles: [RichRecord.brokenFile]),
    ]).brokenFiles
    #expect(files.map(\.path) == ["A.yaml", "Scenarios/broken.yaml"])
    #expect(files.map { $0.diagnostics.map(\.line) } == [[], [2, 4, 7, 9]])
  }
}
