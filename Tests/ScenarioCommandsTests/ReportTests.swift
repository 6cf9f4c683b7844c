import Foundation
import Testing

@Suite("Reports of consecutive runs")
struct ReportTests {
  /// Replaces the dates, which depend on the time of the test.
  private func stable(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "MOMENT")
  }

  @Test func `a run reports scenarios broken and fixed since the previous run`() async throws {
    let folder = try StoriesFolder.facts()
    try await folder.call("run").expect(output: .lacks("Since the run of"))
    try folder.write(FactsFiles.failingStory, to: FactsFiles.path)
    let second = try await folder.call("run")
    #expect(
      stable(second.output).hasSuffix(
        """

        Since the run of MOMENT: 2 broken, 2 the same
          ✘ broken        Interesting facts › The screen appears › Loading succeeds   Scenarios/facts.yaml:10, changed
          ✘ broken        Interesting facts › The screen appears › Loading succeeds › Tapping details opens the details screen   Scenarios/facts.yaml:22, blocked by "Loading succeeds"

        """))
    second.expect(1)
    let third = try await folder.call("run", "--newly-broken")
    #expect(stable(third.output).contains("2 still broken"))
    third.expect(0)
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    let fourth = try await folder.call("run")
    #expect(stable(fourth.output).contains("\nSince the run of MOMENT: 2 fixed, 2 the same\n"))
    fourth.expect(0)
    #expect(try await folder.call("history").lineCount == 4)
  }

  @Test func `runs of another folder have a history of their own`() async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "Examples/more/facts.yaml": FactsFiles.story,
    ])
    _ = try await folder.call("run")
    for name in ["Examples/more", "./Examples/more/"] {
      try await folder.call("run", "--folder", name).expect(output: .lacks(" new"))
    }
    try await folder.call("run", "--folder", "Scenarios").expect(output: .lacks("Since the run of"))
    func runs(_ arguments: String...) async throws -> Int {
      try await folder.call(["history"] + arguments).lineCount
    }
    #expect(try await runs() == 2)
    #expect(try await runs("--folder", "Examples/more") == 2)
    try await folder.call("history", "--folder", "Examples").expect(
      output: "There are no earlier runs in .scenarios/Examples.\n")
  }

  @Test func `neither a run with --no-history nor a report of it writes a history`() async throws {
    let folder = try StoriesFolder.facts()
    _ = try await folder.call("run", "--no-history", "--to", "json=one.json")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: ".scenarios").path))
    _ = try await folder.call("run", "--to", "json=two.json")
    func runs() async throws -> Int {
      try await folder.call("history").lineCount
    }
    for files in [["one.json"], ["one.json", "two.json"]] {
      try await folder.call(["report"] + files).expect(0)
      #expect(try await runs() == 1)
    }
  }

  @Test
  func `scenarios run --to writes reports, and report converts a results file`() async throws {
    let folder = try StoriesFolder.facts(FactsFiles.failingStory)
    try await folder.call(
      "run", "--to", "html=out/report.html", "--to", "junit=out/junit.xml", "--to",
      "json=out/results.ndjson"
    ).expect(
      1, output: .ends("\nThe reports are in out/report.html, out/junit.xml, out/results.ndjson\n"))
    let page = try folder.text(of: "out/report.html")
    #expect(page.hasPrefix("<!DOCTYPE html>") || page.hasPrefix("<!doctype html>"))
    #expect(try folder.text(of: "out/junit.xml").contains("<testcase"))
    try await folder.call("report", "out/results.ndjson", "--to", "markdown").expect(
      1, output: .begins("## ✘ "), errors: .begins("4 scenarios: 1 failed, 1 blocked, 2 passed\n"))
    #expect(try await folder.call("history").lineCount == 1)
  }

  @Test func `a scenario that a known issue blocks fails no report or history`() async throws {
    let story = FactsFiles.failingStory.replacing(
      "scenario: Loading succeeds", with: "scenario: Loading succeeds\n        known issue: FACTS-7"
    )
    let folder = try StoriesFolder.facts(story)
    try await folder.call("run", "--to", "json=r.json").expect(0)
    try await folder.call("report", "r.json").expect(0)
    try await folder.call("history").expect(output: .contains("✔ 4 scenarios: 1 blocked"))
  }

  @Test func `scenarios report has status 1 for failures and files with errors`() async throws {
    let folder = try StoriesFolder.facts()
    _ = try await folder.call("run", "--to", "json=passed.ndjson", "--no-history")
    try folder.write(FactsFiles.failingStory, to: FactsFiles.path)
    _ = try await folder.call("run", "--to", "json=failed.ndjson", "--no-history")
    try folder.write(FactsFiles.brokenStory, to: FactsFiles.path)
    _ = try await folder.call("run", "--to", "json=broken.ndjson", "--no-history")
    for (files, status) in [
      (["passed.ndjson"], 0), (["failed.ndjson"], 1), (["broken.ndjson"], 1),
      (["passed.ndjson", "failed.ndjson"], 1), (["passed.ndjson", "broken.ndjson"], 1),
      (["passed.ndjson", "failed.ndjson", "--to", "github"], 1),
    ] as [([String], Int32)] {
      try await folder.call(["report"] + files).expect(status)
    }
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    _ = try await folder.call(
      "run", "--attempt", "2", "--to", "json=retried.ndjson", "--no-history")
    try await folder.call("report", "passed.ndjson", "retried.ndjson").expect(0)
  }

  @Test func `a report of runs of different stories is not in the history`() async throws {
    let folder = try StoriesFolder.facts(FactsFiles.failingStory)
    _ = try await folder.call("run", "--to", "json=first.ndjson")
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    _ = try await folder.call("run", "--attempt", "2", "--to", "json=second.ndjson")
    try await folder.call("report", "first.ndjson", "second.ndjson").expect(
      1, output: .contains("1 failed"), .lacks("flaky"))
    #expect(try await folder.call("history").lineCount == 2)
  }

  @Test(arguments: [
    ("infoText: A fact\n", "infoText: A lie\n"),
    ("when: the reader taps \"Load", "skip: later\n        when: the reader taps \"Load"),
  ])
  func `scenarios report refuses runs of different stories as attempts at one job`(
    old: String, new: String
  ) async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story.replacing(old, with: new)
    ])
    _ = try await folder.call("run", "--to", "json=first.ndjson", "--no-history")
    try folder.write(FactsFiles.story, to: FactsFiles.path)
    _ = try await folder.call("run", "--attempt", "2", "--to", "json=second.ndjson", "--no-history")
    try await folder.call("report", "first.ndjson", "second.ndjson").expect(
      1, output: .contains(", the runs have different texts of 1 scenario\n"),
      .contains(
        "\n  Scenarios/facts.yaml › Interesting facts › The screen appears › Loading succeeds\n"))
  }
}
