import Foundation
import ScenarioCommands
import ScenarioReports
import ScenarioRunning
import Testing

@Suite("scenarios history")
struct HistoryTests {
  private static let environment = ["TZ": "UTC"]

  private let folder: StoriesFolder

  init() throws {
    folder = try StoriesFolder()
    let noon = Date(timeIntervalSince1970: 1_763_640_000)
    for (hours, title) in [(0.0, "On"), (1, "Lit")] {
      let run = RunReport(
        began: noon.addingTimeInterval(hours * 3600), seconds: 1,
        origin: .init(command: "scenarios run", host: "lamp", commit: "1f3c2aa9", branch: "main"),
        scenarios: [
          Self.scenario(title, says: "pressed", hours > 0 ? .failed : .passed),
          Self.scenario("Off", says: "not pressed", .passed),
        ])
      let remembered = RunHistory.compareAndRecord(
        run, in: folder.url.appending(path: ".scenarios"))
      #expect(remembered.problems == [])
    }
  }

  private static func scenario(_ title: String, says: String, _ verdict: Verdict)
    -> ScenarioReport
  {
    ScenarioReport(
      path: "Scenarios/lamp.yaml", titles: ["Lamp", title], line: 4, lastLine: 5, module: "lamp",
      tags: [], text: "- scenario: \(title)\n  when: \(says)", verdict: verdict, reason: nil,
      storyNanoseconds: 0, seconds: 0.1, traceHash: "")
  }

  private func call(_ arguments: String...) async throws -> CommandLineCall {
    try await folder.call(["history"] + arguments, environment: Self.environment)
  }

  @Test func `scenarios history lists the runs, newest first`() async throws {
    let call = try await call()
    #expect(
      call.output == """
        2025-11-20 13:00:00  main 1f3c2aa  ✘ 2 scenarios: 1 failed, 1 passed
        2025-11-20 12:00:00  main 1f3c2aa  ✔ 2 scenarios: 2 passed

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
    #expect(try await self.call("--limit", "1").output.split(separator: "\n").count == 1)
  }

  @Test func `scenarios history shows the results of a renamed scenario`() async throws {
    let call = try await call("On")
    #expect(
      call.output == """
        Lamp › Lit   Scenarios/lamp.yaml:4
        Broken since 2025-11-20 13:00 (1f3c2aa)

        2025-11-20 13:00:00  main 1f3c2aa  ✘ failed
          renamed from "Lamp › On"
        2025-11-20 12:00:00  main 1f3c2aa  ✔ passed

        """)
    #expect(call.status == 0)
  }

  @Test func `scenarios history lists the candidates for an ambiguous scenario name`() async throws
  {
    let call = try await call("Lamp")
    let lines = call.errors.split(separator: "\n")
    #expect(
      lines.first
        == "error: 2 scenarios have \"Lamp\" in their names; specify one by its name or by the text before it:"
    )
    #expect(
      lines.dropFirst().map { $0.dropFirst(18) } == [
        "Lamp › Lit   Scenarios/lamp.yaml", "Lamp › Off   Scenarios/lamp.yaml",
      ])
    #expect(call.status == 2)
    let identity = String(lines[1].prefix(16))
    #expect(try await self.call(identity).output.hasPrefix("Lamp › Lit   "))
  }

  @Test func `scenarios history reports an unknown scenario name`() async throws {
    let call = try await call("Torch")
    #expect(
      call.errors == "error: no scenario in the history has \"Torch\" in its name\n")
    #expect(call.status == 2)
  }

  @Test func `scenarios history --prune removes runs beyond the keep and days limits`() async throws
  {
    #expect(try await call("--prune", "--keep", "1", "--days", "0").output == "1 run removed\n")
    #expect(try await call("--prune").output == "0 runs removed\n")
    #expect(try await call().output.split(separator: "\n").count == 1)
  }

  @Test func `scenarios history creates no files when there is no history`() async throws {
    let empty = try StoriesFolder()
    let call = try await empty.call("history")
    #expect(call.output == "There are no earlier runs in .scenarios.\n")
    #expect(call.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.url.path) == [])
  }

  @Test(arguments: [
    (["--limit", "0"], "--limit must be at least 1, not 0"),
    (["--prune", "--keep", "0"], "--keep must be at least 1, not 0"),
    (["--prune", "--days=-1"], "--days must be at least 0, not -1"),
    (["--prune", "On"], "--prune can't be combined with a scenario"),
  ])
  func `scenarios history rejects invalid options`(arguments: [String], message: String)
    async throws
  {
    let call = try await folder.call(["history"] + arguments)
    #expect(call.errors.contains(message))
    #expect(call.status == 2)
  }

  @Test func `scenarios history sets a damaged run aside`() async throws {
    let version = RunReport.currentVersion
    let name = "2025-11-20T12.00.00.000Z_2025-11-20T12.00.00.000Z_a_whole_b.v\(version).1.run"
    let other = try StoriesFolder([".scenarios/\(name)": "no run"])
    let call = try await other.call("history")
    #expect(
      call.errors == """
        warning: the file .scenarios/\(name) of the history is damaged; it was renamed to \
        damaged-\(name), and nothing is compared with it

        """)
    #expect(call.output == "There are no earlier runs.\n")
  }

  @Test func `a run with --failed reports a damaged run in the history`() async throws {
    let other = try StoriesFolder([FactsFiles.path: FactsFiles.failingStory])
    _ = try await other.call("run")
    let history = other.url.appending(path: ".scenarios")
    let names = try FileManager.default.contentsOfDirectory(atPath: history.path)
    let name = try #require(names.first { $0.hasSuffix(".run") })
    try Data("no run".utf8).write(to: history.appending(path: name))
    let call = try await other.call("run", "--failed")
    #expect(call.errors.contains("warning: the file .scenarios/\(name) of the history is damaged"))
  }
}
