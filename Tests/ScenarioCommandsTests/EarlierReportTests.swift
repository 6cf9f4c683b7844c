import Foundation
import ScenarioReports
import TestSupport
import Testing

/// Tests that no report of an earlier run can be taken for that of a run that could not begin.
@Suite("Reports of runs that could not begin")
struct EarlierReportTests {
  @Test(arguments: [
    (["Scenarios/fact.yaml"], "there is no file or folder \"Scenarios/fact.yaml\""),
    (["--tags", "@none"], "no scenario has tags that match \"@none\" (4 scenarios searched)"),
    (["--folder", "Storys"], "there is no folder \"Storys\""),
    (["--isolated"], "Unknown option '--isolated'"),
    (["--filter", "facts"], "Unknown option '--filter'. Did you mean '--name'?"),
    (["--junit"], "Unknown option '--junit'. Did you mean '--to junit=FILE'?"),
    (
      ["--repeat", "often"],
      "The value 'often' is invalid for '--repeat <n>': write a whole number"
    ),
    (["--jobs", "0"], "--jobs must be at least 1, not 0"),
  ])
  func `a run that can't begin replaces earlier reports, whose report has status 2`(
    arguments: [String], reason: String
  ) async throws {
    let folder = try StoriesFolder.facts()
    let reports = ["--no-history", "--to", "json=r.json", "--to=junit=r.xml"]
    try await folder.call(["run"] + reports).expect(0)
    try await folder.call(["run"] + reports + arguments).expect(2)
    #expect(try folder.text(of: "r.xml").contains("message=\"nothing ran: "))
    let run = try #require(try folder.runs(in: "r.json").first)
    #expect(run.problems?.map(\.kind) == [.notRun])
    #expect(run.problems?.first?.message.contains(reason) == true, "\(run.problems ?? [])")
    try await folder.call("report", "r.json", "--to", "github").expect(
      2, output: .contains("nothing ran: "))
  }

  @Test func `a file that is no report stays if a run can't begin`() async throws {
    let folder = try StoriesFolder.facts()
    try folder.write("mine", to: "r.json")
    try await folder.call("run", "--to", "json=r.json", "--unknown").expect(2)
    #expect(try folder.text(of: "r.json") == "mine")
  }

  @Test func `a report of parts of a folder says which`() async throws {
    let folder = try StoriesFolder.facts()
    let path = "Scenarios/facts.yaml"
    _ = try await folder.call("run", "--no-history", "--to", "json=r.json", path)
    try await folder.call(
      "report", "r.json", "--to", "junit=r.xml", "--to", "github=r.txt",
      "--to", "markdown=r.md"
    ).expect(output: .contains("\nOnly \(path)\n"))
    for report in ["r.xml", "r.txt", "r.md"] {
      let text = try folder.text(of: report)
      #expect(
        text.contains("only \(path)") || text.contains("only `\(path)`")
          || text.contains("name=\"only\" value=\"\(path)\""), "\(text)")
    }
  }
}
