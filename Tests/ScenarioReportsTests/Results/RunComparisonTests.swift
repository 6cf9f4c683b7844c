import Foundation
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("The comparison of two runs")
struct RunComparisonTests {
  typealias Change = RunComparison.Change

  private func changes(
    _ now: [ScenarioReport], _ earlier: [ScenarioReport], commit: String? = nil
  ) -> [[Change]] {
    let earlier = RunComparison(of: RunSamples.run(earlier, commit: commit), with: nil).run
    return RunComparison(of: RunSamples.run(now, hours: 1, commit: commit), with: earlier)
      .entries.map(\.changes)
  }

  @Test(arguments: [
    (Verdict.passed, Verdict.failed, [Change.broken]),
    (.failed, .failed, [.stillBroken]), (.blocked, .failed, [.stillBroken]),
    (.skipped, .failed, [.broken]), (.knownIssue, .failed, [.broken]), (.failed, .passed, [.fixed]),
    (.blocked, .passed, [.fixed]), (.passed, .blocked, [.broken]), (.passed, .passed, [.same]),
    (.failed, .skipped, [.same]), (.failed, .knownIssue, [.same]),
  ])
  func `a scenario's change follows from its earlier and current verdicts`(
    earlier: Verdict, now: Verdict, expected: [Change]
  ) {
    let outcome = changes(
      [RunSamples.scenario("Lamp", "On", verdict: now)],
      [RunSamples.scenario("Lamp", "On", verdict: earlier)])
    #expect(outcome == [expected])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let earlier: ScenarioReport
    let now: ScenarioReport
    let changes: [[Change]]

    init(
      _ description: String, _ now: ScenarioReport,
      from earlier: ScenarioReport = RunComparisonTests.scenario(), _ changes: [[Change]]
    ) {
      (testDescription, self.earlier, self.now, self.changes) = (description, earlier, now, changes)
    }
  }

  static func scenario(
    _ title: String = "On", of story: String = "Lamp", in path: String = "Scenarios/lamp.yaml",
    says: String = "when: pressed;then: light"
  ) -> ScenarioReport {
    RunSamples.scenario(story, title, path: path, says: says)
  }

  private static func scenario(text: StoryText) -> ScenarioReport {
    var scenario = RunSamples.scenario("Lamp", "On")
    scenario.text = text
    return scenario
  }

  private static let typed = "when: Ann types \"s3cret\";then: light"
  private static let masked = typed.replacing("s3cret", with: "•••")
  private static let loose = scenario(
    text: "  - scenario: On\n    when: {a:   [1,2] }\n    then:\n    - b  # why\n")

  /// A scenario with the standard layout.
  private static func tidy(_ value: Int, _ comment: String) -> ScenarioReport {
    scenario(
      text: "  - scenario: On\n    when: { a: [1, \(value)] }\n    then:\n      - b  # \(comment)\n"
    )
  }

  /// A scenario with more indentation and with Windows line breaks.
  private static var nested: ScenarioReport {
    let lines = scenario().text.description.split(separator: "\n").map { "      \($0)" }
    return scenario(text: StoryText(lines.joined(separator: "\r\n")))
  }

  static let cases: [Case] = [
    Case("renamed", scenario("Lit"), [[.renamed]]),
    Case("story renamed", scenario(of: "Shine"), [[.renamed]]),
    Case("moved", scenario(in: "b.yaml"), [[.moved]]),
    Case("changed", scenario(says: "when: pressed;then: dark"), [[.changedText]]),
    Case("renamed and moved", scenario("Lit", of: "A", in: "b.yaml"), [[.renamed, .moved]]),
    Case(
      "moved and changed", scenario(in: "b.yaml", says: "when: pressed;then: dark"),
      [[.moved, .changedText]]),
    Case(
      "another title and text", scenario("On again", says: "when: pressed;then: dark"),
      [[.new], [.removed]]),
    Case(
      "little in common", scenario("It shines", says: "when: pressed;then: light;then: warm"),
      from: scenario("No power", of: "Torch", in: "b.yaml", says: "when: pressed;then: dark"),
      [[.new], [.removed]]),
    Case("secret masked", scenario(says: masked), from: scenario(says: typed), [[.same]]),
    Case("secret masked before", scenario(says: typed), from: scenario(says: masked), [[.same]]),
    Case(
      "secret masked, text changed", scenario(says: masked.replacing("light", with: "dark")),
      from: scenario(says: typed), [[.changedText]]),
    Case(
      "another secret", scenario(says: typed.replacing("s3cret", with: "other")),
      from: scenario(says: typed), [[.changedText]]),
    Case("another layout", tidy(2, "why"), from: loose, [[.same]]),
    Case("another value", tidy(3, "why"), from: loose, [[.changedText]]),
    Case("another comment", tidy(2, "when"), from: loose, [[.changedText]]),
    Case("indented", nested, [[.same]]),
  ]

  @Test(arguments: cases)
  func `a comparison finds scenarios that are new, removed, renamed, moved or changed`(test: Case) {
    #expect(changes([test.now], [test.earlier]) == test.changes)
  }

  @Test func `a new scenario that fails is newly broken`() {
    let outcome = changes([RunSamples.scenario("Lamp", "On", verdict: .failed)], [])
    #expect(outcome == [[.broken, .new]])
  }

  @Test func `a comparison matches each of several equal scenarios once`() {
    let earlier = ["A", "B", "C"].map { Self.scenario($0) }
    let now = ["D", "B", "E", "F"].map { Self.scenario($0) }
    #expect(changes(now, earlier) == [[.renamed], [.same], [.renamed], [.new]])
  }

  @Test func `rows of examples with equal content are matched by their titles`() {
    let rows = ["red", "blue"].map { Self.scenario("On (\($0))", says: "then: light") }
    let renamed = ["blue", "red"].map {
      Self.scenario("On (\($0))", of: "Shine", says: "then: light")
    }
    let earlier = RunComparison(of: RunSamples.run(rows), with: nil).run
    let now = RunComparison(of: RunSamples.run(renamed), with: earlier).run
    #expect(now.scenarios.map(\.identity) == earlier.scenarios.reversed().map(\.identity))
  }

  @Test func `different verdicts on one unmodified commit are flaky`() {
    let (passed, failed) = (
      RunSamples.scenario("Lamp", "On"), RunSamples.scenario("Lamp", "On", verdict: .failed)
    )
    #expect(changes([failed], [passed], commit: "1f3c") == [[.broken, .flaky]])
    #expect(changes([passed], [failed], commit: "1f3c") == [[.flaky, .fixed]])
    let (one, other) = (
      RunSamples.run([passed], commit: "1f3c"),
      RunSamples.run([failed], commit: "1f3c", isModified: true)
    )
    #expect(RunComparison(of: other, with: one).entries[0].changes == [.broken])
  }

  @Test func `a different verdict from before the earlier run makes a scenario flaky`() throws {
    let run = RunSamples.run([RunSamples.scenario("Lamp", "On")], commit: "1f3c")
    let identity = try #require(RunComparison(of: run, with: nil).run.scenarios[0].identity)
    let comparison = RunComparison(of: run, with: run, verdicts: [identity: [.failed]])
    #expect(comparison.entries[0].changes == [.flaky])
  }

  @Test(arguments: [
    (Duration.seconds(10), Duration.seconds(11), 0.01, [Change.slower]),
    (.seconds(10), .seconds(10.9), 0.01, [.same]), (.zero, .milliseconds(9), 0.01, [.same]),
    (.zero, .milliseconds(10), 0.01, [.slower]), (.zero, .zero, 0.4, [.same]),
    (.zero, .zero, 0.6, [.slower]), (.seconds(11), .seconds(10), 0.01, [.same]),
  ])
  func `a comparison reports scenarios that take more time`(
    earlier: Duration, now: Duration, seconds: Double, expected: [Change]
  ) {
    let outcome = changes(
      [RunSamples.scenario("Lamp", "On", story: now, seconds: seconds)],
      [RunSamples.scenario("Lamp", "On", story: earlier)])
    #expect(outcome == [expected])
  }

  @Test func `a partial run does not report unselected scenarios as removed`() {
    let whole = RunSamples.run([
      RunSamples.scenario("Lamp", "On"), RunSamples.scenario("Lamp", "Off"),
    ])
    let part = RunSamples.run([RunSamples.scenario("Lamp", "On")], isPartial: true)
    #expect(RunComparison(of: part, with: whole).entries.map(\.changes) == [[.same]])
    #expect(RunComparison(of: whole, with: part).entries.map(\.changes) == [[.same], [.new]])
  }

  @Test func `a failing scenario without an earlier result is new, and newly broken`() {
    let failed = RunSamples.scenario("Lamp", "Off", verdict: .failed)
    let part = RunSamples.run([RunSamples.scenario("Lamp", "On")], isPartial: true)
    let comparison = RunComparison(of: RunSamples.run([failed], hours: 1), with: part)
    #expect(comparison.entries[0].changes == [.new])
    #expect(comparison.hasNewlyBroken)
  }

  @Test(arguments: [true, false])
  func `a partial run renames and moves only scenarios that have gone`(exists: Bool) {
    let earlier = RunSamples.run([
      RunSamples.scenario("V", "A", says: "when: pressed", verdict: .failed)
    ])
    let copy = RunSamples.scenario(
      "W", "A", path: "Scenarios/w.yaml", says: "when: pressed", verdict: .failed)
    let comparison = RunComparison(
      of: RunSamples.run([copy], hours: 1, isPartial: true), with: earlier,
      exists: { _ in exists })
    #expect(
      comparison.entries.map(\.changes) == [
        exists ? [.broken, .new] : [.stillBroken, .renamed, .moved]
      ])
    #expect(comparison.hasNewlyBroken == exists)
    #expect((comparison.run.scenarios[0].identity == copy.ownIdentity) == exists)
  }

  @Test func `a scenario in a file with errors was not renamed`() {
    let earlier = RunSamples.run([
      RunSamples.scenario("V", "A", says: "when: pressed", verdict: .failed)
    ])
    let copy = RunSamples.scenario(
      "W", "A", path: "Scenarios/w.yaml", says: "when: pressed", verdict: .failed)
    let now = RunSamples.run([copy], hours: 1, brokenFiles: ["Scenarios/lamp.yaml"])
    #expect(RunComparison(of: now, with: earlier).entries.map(\.changes) == [[.broken, .new]])
  }

  @Test func `a partial run reports the chosen scenarios that it no longer has`() {
    let whole = RunSamples.run(["On", "Off", "Dim"].map { RunSamples.scenario("Lamp", $0) })
    let part = RunSamples.run([RunSamples.scenario("Lamp", "On")], hours: 1, isPartial: true)
    let comparison = RunComparison(of: part, with: whole, isChosen: { $0.titles.last != "Dim" })
    #expect(comparison.entries.map(\.changes) == [[.same], [.removed]])
    #expect(comparison.entries.last?.earlier?.titles.last == "Off")
    #expect(comparison.counts == [.same: 1, .removed: 1])
  }

  @Test func `a comparison records since when a scenario is broken`() {
    let failed = RunSamples.scenario("Lamp", "On", verdict: .failed)
    let first = RunComparison(of: RunSamples.run([failed], commit: "1f3c"), with: nil).run
    let second = RunComparison(of: RunSamples.run([failed], hours: 1, commit: "2a"), with: first)
      .run
    let since = ScenarioReport.Moment(date: RunSamples.noon, commit: "1f3c")
    #expect(second.scenarios[0].brokenSince == since)
    let third = RunSamples.run([failed], hours: 2, commit: "3b")
    let alone = RunComparison(of: third, with: nil).run
    #expect(alone.scenarios[0].brokenSince?.commit == "3b")
    #expect(RunComparison(of: alone, with: second).run.scenarios[0].brokenSince == since)
    let fixed = RunComparison(
      of: RunSamples.run([RunSamples.scenario("Lamp", "On")], hours: 2), with: second
    ).run
    #expect(fixed.scenarios[0].brokenSince == nil)
  }

  @Test func `a scenario blocked by a known issue is not newly broken`() {
    let issue = RunSamples.scenario("Lamp", "On", verdict: .knownIssue, reason: "LAMP-7")
    var inside = RunSamples.scenario("Lamp", "On", "Warm", verdict: .blocked, reason: "On")
    inside.exemption = .knownIssue
    let comparison = RunComparison(of: RunSamples.run([issue, inside]), with: RunSamples.run())
    #expect(comparison.entries.map(\.changes) == [[.new], [.new]])
    #expect(!comparison.hasNewlyBroken)
  }

  @Test func `scenarios of a file with errors are not reported as removed`() {
    let earlier = RunSamples.run([RunSamples.scenario("Lamp", "On")])
    let now = RunSamples.run(brokenFiles: ["Scenarios/lamp.yaml"])
    let comparison = RunComparison(of: now, with: earlier)
    #expect(comparison.entries.isEmpty)
    #expect(comparison.newlyBrokenFiles == ["Scenarios/lamp.yaml"])
    #expect(comparison.hasNewlyBroken)
    #expect(!RunComparison(of: now, with: now).hasNewlyBroken)
  }

  @Test func `a first run changes nothing, but its failures are newly broken`() {
    let run = RunSamples.run([
      RunSamples.scenario("Lamp", "On", verdict: .failed), RunSamples.scenario("Lamp", "Off"),
    ])
    let comparison = RunComparison(of: run, with: nil)
    #expect(comparison.entries.map(\.changes) == [[.same], [.same]])
    #expect(comparison.counts == [.same: 2])
    #expect(comparison.hasNewlyBroken)
    #expect(!RunComparison(of: RunSamples.run(), with: nil).hasNewlyBroken)
    let file = RunSamples.run(brokenFiles: ["Scenarios/lamp.yaml"])
    #expect(RunComparison(of: file, with: nil).hasNewlyBroken)
  }

  @Test func `a scenario that was already broken is not newly broken`() {
    let (passed, failed) = (
      RunSamples.run([RunSamples.scenario("Lamp", "On")]),
      RunSamples.run([RunSamples.scenario("Lamp", "On", verdict: .failed)])
    )
    let pairs = [(failed, passed), (failed, failed), (passed, failed)]
    let results = pairs.map { RunComparison(of: $0.0, with: $0.1).hasNewlyBroken }
    #expect(results == [true, false, false])
  }

  @Test func `a new scenario inside one that was broken before is not newly broken`() {
    let outer = RunSamples.scenario("Lamp", "On", verdict: .failed)
    let inner = RunSamples.scenario("Lamp", "On", "Warm", verdict: .blocked, reason: "On")
    let earlier = RunSamples.run([outer])
    let comparison = RunComparison(of: RunSamples.run([outer, inner]), with: earlier)
    #expect(comparison.newlyBroken == [])
    #expect(!comparison.hasNewlyBroken)
    // Without the outer scenario, nothing else shows the failure.
    let alone = RunComparison(of: RunSamples.run([inner]), with: RunSamples.run())
    #expect(alone.newlyBroken.map(\.scenario?.titles.last) == ["Warm"])
    #expect(alone.hasNewlyBroken)
  }

  @Test func `an interrupted run may hide something that is newly broken`() {
    var run = RunSamples.run([RunSamples.scenario("Lamp", "On")])
    let earlier = run
    run.problems = [.interrupted(notRun: 1, isPlanned: true)]
    #expect(RunComparison(of: run, with: earlier).hasNewlyBroken)
  }

  @Test func `a renamed scenario keeps its identity when another takes its title`() {
    func run(_ scenarios: ScenarioReport..., after earlier: RunReport? = nil) -> RunReport {
      RunComparison(of: RunSamples.run(scenarios), with: earlier).run
    }
    let first = run(Self.scenario())
    let renamed = run(Self.scenario("Lit"), after: first)
    let other = Self.scenario(says: "when: something else;then: other")
    let both = run(other, Self.scenario("Lit"), after: renamed)
    let identity = first.scenarios[0].identity
    #expect(renamed.scenarios[0].identity == identity)
    #expect(both.scenarios.map { $0.identity == identity } == [false, true])
  }

  @Test func `two runs with 3,000 different scenarios each can be compared`() {
    func many(_ kind: String) -> [ScenarioReport] {
      (0..<3_000).map {
        RunSamples.scenario(
          "Lamp", "\(kind) \($0)", path: kind, says: "when: \(kind) \($0);then: x")
      }
    }
    let outcome = changes(many("a"), many("b"))
    #expect(outcome.count == 6_000)
  }
}
