import Foundation
import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("The text of a comparison")
struct ComparisonTextTests {
  private func text(_ now: RunReport, with earlier: RunReport?) throws -> String {
    let earlier = earlier.map { RunComparison(of: $0, with: nil).run }
    let utc = try #require(TimeZone(identifier: "UTC"))
    var formatter = ComparisonText(style: TextStyle(isColored: false))
    formatter.moments.timeZone = utc
    return formatter.text(for: RunComparison(of: now, with: earlier))
  }

  @Test func `a comparison's text lists the counts and each changed scenario`() throws {
    let earlier = RunSamples.run(
      [
        RunSamples.scenario("Lamp", "Breaks", says: "when: a"),
        RunSamples.scenario("Lamp", "Breaks", "Inside", says: "when: b"),
        RunSamples.scenario("Lamp", "Is broken", says: "when: c", verdict: .failed),
        RunSamples.scenario("Lamp", "Is corrected", says: "when: d", verdict: .failed),
        RunSamples.scenario("Lamp", "Goes", says: "when: e"),
        RunSamples.scenario("Lamp", "Was called so", says: "when: f"),
        RunSamples.scenario("Lamp", "Goes elsewhere", says: "when: g"),
        RunSamples.scenario("Lamp", "Says one thing", says: "when: h"),
        RunSamples.scenario("Lamp", "Waits", says: "when: i", story: .seconds(1)),
        RunSamples.scenario("Lamp", "Stays", says: "when: j"),
      ], commit: "1f3c2aa90d")
    let now = RunSamples.run(
      [
        RunSamples.scenario("Lamp", "Breaks", says: "when: a", verdict: .failed),
        RunSamples.scenario(
          "Lamp", "Breaks", "Inside", says: "when: b", verdict: .blocked, reason: "Breaks"),
        RunSamples.scenario("Lamp", "Is broken", says: "when: c", verdict: .failed),
        RunSamples.scenario("Lamp", "Is corrected", says: "when: d"),
        RunSamples.scenario("Lamp", "Comes", says: "when: completely new"),
        RunSamples.scenario("Lamp", "Is called so", says: "when: f"),
        RunSamples.scenario("Lamp", "Goes elsewhere", path: "Scenarios/new.yaml", says: "when: g"),
        RunSamples.scenario("Lamp", "Says one thing", says: "when: another"),
        RunSamples.scenario("Lamp", "Waits", says: "when: i", story: .seconds(3)),
        RunSamples.scenario("Lamp", "Stays", says: "when: j"),
      ], hours: 20, commit: "2b4d3bb81e", brokenFiles: ["Scenarios/torch.yaml"])
    try expect(text(now, with: earlier), toBeIn: "comparison.txt")
  }

  @Test func `a comparison's text reports no changes or no earlier run`() throws {
    let run = RunSamples.run([RunSamples.scenario("Lamp", "On")])
    #expect(try text(run, with: run) == "Since the run of 2025-11-20 12:00: nothing changed\n")
    #expect(try text(run, with: nil) == "There is no earlier run to compare with.\n")
  }

  @Test func `a comparison's text says what a run of some stories lacks, and what it did not have`()
    throws
  {
    let both = ["On", "Off"].map { RunSamples.scenario("Lamp", $0) }
    let utc = try #require(TimeZone(identifier: "UTC"))
    var formatter = ComparisonText(style: TextStyle(isColored: false))
    formatter.moments.timeZone = utc
    let part = RunSamples.run([both[0]], isPartial: true)
    #expect(
      formatter.text(for: RunComparison(of: RunSamples.run(both, hours: 1), with: part)) == """
        Since the run of 2025-11-20 12:00: 1 newly run, 1 the same
          + newly run     Lamp › Off   Scenarios/lamp.yaml:4

        """)
    let failing = RunSamples.scenario("Lamp", "Glows", verdict: .failed)
    #expect(
      formatter.text(
        for: RunComparison(of: RunSamples.run(both + [failing], hours: 1), with: part)) == """
          Since the run of 2025-11-20 12:00: 2 newly run, 1 the same
            + newly run     Lamp › Glows   Scenarios/lamp.yaml:4, failed
            + newly run     Lamp › Off   Scenarios/lamp.yaml:4

          """)
    let missing = RunComparison(of: part, with: RunSamples.run(both), isChosen: { _ in true })
    #expect(
      formatter.text(for: missing) == """
        Since the run of 2025-11-20 12:00: 1 missing, 1 the same
          - missing       Lamp › Off   Scenarios/lamp.yaml

        """)
  }

  @Test func `a comparison's text is in the language of the terminal`() throws {
    let earlier = RunSamples.run([
      RunSamples.scenario("Lamp", "On", says: "when: a;then: b"),
      RunSamples.scenario("Lamp", "Off"),
    ])
    let now = RunSamples.run([
      RunSamples.scenario(
        "Lamp", "Lit", path: "new.yaml", says: "when: a;then: b", verdict: .failed),
      RunSamples.scenario("Lamp", "Off"),
    ])
    let comparison = RunComparison(of: now, with: RunComparison(of: earlier, with: nil).run)
    let german = try #require(StoryLanguage.named("de"))
    var formatter = ComparisonText(style: TextStyle(isColored: false), language: german)
    formatter.moments.timeZone = try #require(TimeZone(identifier: "UTC"))
    #expect(
      formatter.text(for: comparison) == """
        Seit dem Lauf vom 2025-11-20 12:00: 1 kaputt, 1 gleich
          ✘ kaputt        Lamp › Lit   new.yaml:4, hieß „On“, war in Scenarios/lamp.yaml

        """)
    #expect(
      formatter.text(for: RunComparison(of: now, with: nil))
        == "Es gibt keinen früheren Lauf zum Vergleich.\n")
  }

  @Test func `a comparison's text shortens a list of more than 10 scenarios`() throws {
    let now = (1...12).map { RunSamples.scenario("Lamp", "Number \($0)") }
    let lines = try text(RunSamples.run(now), with: RunSamples.run()).split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.last == "                  … and 2 more")
  }

  @Test func `a comparison's text shows all changes of a scenario in one line`() throws {
    let earlier = RunSamples.run([RunSamples.scenario("Lamp", "On", says: "when: a;then: b")])
    let now = RunSamples.run([
      RunSamples.scenario(
        "Lamp", "Lit", path: "new.yaml", says: "when: a;then: b", verdict: .failed)
    ])
    #expect(
      try text(now, with: earlier) == """
        Since the run of 2025-11-20 12:00: 1 broken
          ✘ broken        Lamp › Lit   new.yaml:4, was "On", was in Scenarios/lamp.yaml

        """)
  }
}
