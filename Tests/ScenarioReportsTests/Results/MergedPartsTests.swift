import Foundation
import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("The parts of a divided run")
struct MergedPartsTests {
  /// Which of the 12 scenarios of 5 parts each part has; part 4 is empty.
  private static let division = [
    1: [0, 5, 9], 2: [1, 2, 10, 11], 3: [3, 4], 4: [], 5: [6, 7, 8],
  ]

  private static func titles(_ number: Int) -> [String] { ["Story", "Scenario \(number)"] }
  private static func path(_ number: Int) -> String { number < 6 ? "a.yaml" : "b/b.yaml" }

  private func scenario(_ number: Int, in folder: String, _ verdict: Verdict = .passed)
    -> ScenarioReport
  {
    var scenario = RichRecord.scenario(
      Self.titles(number), in: "\(folder)/\(Self.path(number))", line: number % 6 + 1, verdict)
    scenario.place = .init(path: Self.path(number), index: number % 6)
    return scenario
  }

  /// A part of a run of 12 scenarios.
  private func part(
    _ number: Int, attempt: Int = 1, commit: String? = "c0ffee", stories: String = "s",
    total: Int = 5, folder: String = "Scenarios", times: String? = nil,
    of division: [Int: [Int]]? = nil,
    failing: Set<Int> = []
  ) -> MergedParts.Source {
    let division = division ?? Self.division
    let contents = (1...total).map { part in
      var content = RunReport.Shard.Content()
      for number in division[part] ?? [] {
        content.add(RunReport.Shard.hash(of: Self.path(number), Self.titles(number)))
      }
      return content
    }
    var run = RunReport(
      began: RichRecord.began.addingTimeInterval(Double(attempt)), seconds: 1,
      origin: RunReport.Origin(
        command: "scenarios run", host: "ci-\(number)", commit: commit, attempt: attempt),
      scope: RunReport.Scope(folder: folder), isPartial: true,
      scenarios: (division[number] ?? []).map {
        scenario($0, in: folder, failing.contains($0) ? .failed : .passed)
      })
    run.shard = RunReport.Shard(
      number: number,
      plan: .init(version: 1, total: total, stories: stories, selection: "", times: times),
      contents: contents)
    return ("\(number).\(attempt).json", run)
  }

  private func merged(
    _ sources: [MergedParts.Source], unreadable: [Diagnostic] = []
  ) throws -> MergedParts {
    var sources = sources
    return try #require(MergedParts(&sources, unreadable: unreadable))
  }

  private func messages(_ sources: [MergedParts.Source], unreadable: [Diagnostic] = []) throws
    -> [String]
  {
    let merged = try merged(sources, unreadable: unreadable)
    #expect(Summary(merged.run).hasFailures == !merged.faults.isEmpty)
    return merged.faults.map { ([$0.message] + $0.details).joined(separator: "\n") }
  }

  private var all: [MergedParts.Source] { (1...5).map { part($0) } }

  @Test func `complete parts are one run in the order of the stories`() throws {
    let run = try merged(all.shuffled())
    #expect(run.faults.isEmpty)
    #expect(run.run.scenarios.map(\.titles) == (0..<12).map(Self.titles))
    #expect(run.run.scenarios.allSatisfy { $0.attempts == nil && $0.place == nil })
    #expect(run.run.isPartial == nil)
    #expect(run.run.shard == nil)
    #expect(run.run.problems == nil)
  }

  @Test func `the order of the parts changes nothing`() throws {
    let sources = all
    let first = try merged(sources).run
    #expect(try merged(sources.reversed()).run == first)
  }

  @Test(arguments: [(3, 2), (4, 0)])
  func `a missing part is named with the number of its scenarios, also if it is empty`(
    number: Int, scenarios: Int
  ) throws {
    #expect(
      try messages(all.filter { $0.run.shard?.number != number }) == [
        "part \(number) of 5 is missing, with \(scenarios) scenarios"
      ])
  }

  @Test func `a part that is there twice is named`() throws {
    #expect(
      try messages(all + [part(2)]) == [
        """
        part 2 of 5 is there 2 times for attempt 1: 2.1.json, 2.1.json
        Leave out all but one, or number them with SCENARIOS_ATTEMPT or --attempt.
        """
      ])
  }

  @Test(
    arguments: [
      (5, "s", "6", "--times had other times"),
      (4, "s", nil, "there are 5 parts, not 4"),
      (5, "changed", nil, "the stories differ"),
    ] as [(Int, String, String?, String)])
  func `a part of another plan is named with the difference`(
    total: Int, stories: String, times: String?, reason: String
  ) throws {
    var sources = all
    sources[1] = part(2, stories: stories, total: total, times: times)
    #expect(
      try messages(sources) == [
        "2.1.json has a different plan from most parts (part 2 of \(total)): \(reason)",
        "part 2 of 5 is missing, with 4 scenarios",
      ])
  }

  @Test(
    arguments: [
      ("beef", "has a different commit from most parts (part 5 of 5): beef, not c0ffee"),
      (nil, "names no commit, unlike most parts (part 5 of 5): git did not answer"),
    ])
  func `a part of another commit or of none is named`(commit: String?, reason: String) throws {
    var sources = all
    sources[4] = part(5, commit: commit)
    #expect(try messages(sources).first == "5.1.json \(reason)")
  }

  @Test func `a file that was cut off is named beside the part that is missing`() throws {
    let cut = Diagnostic(
      "1.json:9: the results end here, after 3 scenarios", hints: ["Run the scenarios again."])
    let found = try messages(Array(all.dropFirst()), unreadable: [cut])
    #expect(
      found.first == "1.json:9: the results end here, after 3 scenarios\nRun the scenarios again.")
    #expect(found.last?.hasPrefix("part 1 of 5 is missing, with 3 scenarios") == true)
  }

  @Test func `a part that was interrupted is named with what did not run`() throws {
    var sources = all
    sources[1].run.scenarios.removeLast()
    sources[1].run.problems = [.interrupted(notRun: 1, isPlanned: true)]
    #expect(
      try messages(sources) == [
        "part 2 of 5 is incomplete: it has 3 of its 4 scenarios, in 2.1.json (interrupted, 1 scenario not run)"
      ])
    sources[1].run.shard?.contents = nil
    sources[1].run.shard?.plan.stories = "half of them"
    #expect(try messages(sources).count == 1)
  }

  @Test func `a part that lacks a scenario without a reason is named`() throws {
    var sources = all
    sources[0].run.scenarios[0] = sources[0].run.scenarios[1]
    let other = try messages(sources)
    sources = all
    sources[0].run.scenarios.append(sources[0].run.scenarios[2])
    #expect(
      try other + messages(sources) == [
        "part 1 of 5 is incomplete: it has 3 of its 3 scenarios, in 1.1.json",
        "part 1 of 5 is incomplete: it has 4 of its 3 scenarios, in 1.1.json",
      ])
  }

  @Test func `parts without any scenario are no passed run`() throws {
    #expect(try messages((1...5).map { part($0, of: [:]) }) == ["no part has a scenario"])
  }

  @Test func `a retried part replaces its earlier attempt and no other part`() throws {
    var sources = all
    sources[1] = part(2, failing: [1])
    sources[2] = part(3, failing: [3])
    let run = try merged(sources + [part(2, attempt: 2)]).run
    #expect(run.scenarios.filter(\.isBroken).map(\.titles) == [Self.titles(3)])
    #expect(run.scenarios.filter(\.isFlaky).map(\.titles) == [Self.titles(1)])
    #expect(run.scenarios.count == 12)
    // The last attempt counts, also if the one before it was complete.
    var worse = part(2, attempt: 2)
    worse.run.scenarios.removeAll()
    let found = try messages(all + [worse])
    #expect(
      found.first?.hasPrefix("part 2 of 5 is incomplete: it has 0 of its 4 scenarios") == true)
  }

  @Test func `an attempt that was interrupted may be retried`() throws {
    var sources = all
    sources[1].run.scenarios.removeLast()
    sources[1].run.problems = [.interrupted(notRun: 1, isPlanned: true)]
    #expect(try merged(sources + [part(2, attempt: 2)]).faults.isEmpty)
  }

  @Test func `the folders of machines may differ`() throws {
    var sources = all
    sources[3] = part(4, folder: "/b/w/Scenarios")
    sources[4] = part(5, folder: "/build/7/Scenarios", failing: [7])
    let run = try merged(sources).run
    #expect(try merged(sources).faults.isEmpty)
    #expect(Set(run.scenarios.map(\.path)) == ["Scenarios/a.yaml", "Scenarios/b/b.yaml"])
    #expect(run.scenarios.map(\.titles) == (0..<12).map(Self.titles))
  }

  @Test func `runs that were not divided are no parts`() throws {
    let other: MergedParts.Source = ("all.json", RichRecord.run())
    #expect(try messages(all + [other]) == ["all.json is no part, but a run that was not divided"])
    var failed = RichRecord.run([])
    failed.problems = [.notRun(because: [Diagnostic("there is no folder \"Storys\"")])]
    let found = try messages(all.dropLast() + [("5.json", failed)])
    #expect(found.first == "5.json is no part: nothing ran: there is no folder \"Storys\"")
    #expect(found.count == 2)
    var runs = [other]
    #expect(MergedParts(&runs, unreadable: []) == nil)
  }

  @Test func `a part is read as it was written`() throws {
    let (_, run) = part(2)
    #expect(try ResultsFile.records(in: ReportFormat.json.text(for: run), path: "r.json") == [run])
  }

  @Test func `random mixtures of parts are never green with a hole`() throws {
    var random = SystemRandomNumberGenerator()
    var green = 0
    for _ in 0..<200 {
      var sources: [MergedParts.Source] = []
      for number in 1...5 {
        for attempt in 1...2 where Int.random(in: 0..<10, using: &random) < (attempt == 1 ? 9 : 3) {
          var source = part(number, attempt: attempt)
          switch Int.random(in: 0..<24, using: &random) {
          case 0: source = part(number, attempt: attempt, stories: "other")
          case 1: source = part(number, attempt: attempt, commit: "beef")
          case 2 where !source.run.scenarios.isEmpty:
            source.run.scenarios.remove(at: .random(in: source.run.scenarios.indices))
          case 3: sources.append(source)
          default: break
          }
          sources.append(source)
        }
      }
      sources.shuffle(using: &random)
      var input = sources
      guard let merged = MergedParts(&input, unreadable: []) else { continue }
      guard !Summary(merged.run).hasFailures else { continue }
      green += 1
      #expect(merged.run.scenarios.map(\.titles) == (0..<12).map(Self.titles), "\(sources)")
    }
    // Otherwise the mixtures would prove nothing.
    #expect(green > 0)
  }
}
