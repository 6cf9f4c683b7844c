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
    for (hours, title, verdict) in [(0, "On", .passed), (1, "Lit", .failed)]
      as [(Double, String, Verdict)]
    {
      let run = LampRuns.run(
        [.lamp(title, verdict), .lamp("Off", says: "when: not pressed")], hours: hours)
      let remembered = RunHistory.compareAndRecord(
        run, in: folder.url.appending(path: ".scenarios"))
      #expect(remembered.problems == [])
    }
  }

  private func call(_ arguments: String...) async throws -> CommandLineCall {
    try await folder.call(["history"] + arguments, environment: Self.environment)
  }

  @Test func `scenarios history lists the runs, newest first`() async throws {
    try await call().expect(
      0,
      output: """
        2025-11-20 13:00:00  main 1f3c2aa  ✘ 2 scenarios: 1 failed, 1 passed
        2025-11-20 12:00:00  main 1f3c2aa  ✔ 2 scenarios: 2 passed

        """, errors: "")
    #expect(try await self.call("--limit", "1").lineCount == 1)
  }

  @Test func `scenarios history shows the results of a renamed scenario`() async throws {
    try await call("On").expect(
      0,
      output: """
        Lamp › Lit   Scenarios/lamp.yaml:4
        Broken since 2025-11-20 13:00 (1f3c2aa)

        2025-11-20 13:00:00  main 1f3c2aa  ✘ failed   2 s
          renamed from "Lamp › On"
        2025-11-20 12:00:00  main 1f3c2aa  ✔ passed   2 s

        """)
  }

  @Test func `scenarios history is in the language of the terminal`() async throws {
    let environment = Self.environment.merging(["LANG": "de_DE.UTF-8"]) { $1 }
    try await folder.call(["history", "On"], environment: environment).expect(
      0,
      output: """
        Lamp › Lit   Scenarios/lamp.yaml:4
        Kaputt seit 2025-11-20 13:00 (1f3c2aa)

        2025-11-20 13:00:00  main 1f3c2aa  ✘ fehlgeschlagen   2 s
          umbenannt, vorher „Lamp › On“
        2025-11-20 12:00:00  main 1f3c2aa  ✔ bestanden   2 s

        """)
    try await StoriesFolder().call(["history"], environment: ["LANG": "de_DE.UTF-8"]).expect(
      0, output: "Es gibt keine früheren Läufe in .scenarios.\n")
  }

  @Test func `scenarios history shows an author's reason as it is, in every language`() async throws
  {
    let folder = try StoriesFolder([
      FactsFiles.path: """
      story: Facts
      module: facts
      scenarios:
        - scenario: Old
          skip: still broken
          when: the screen appears
      """
    ])
    try await folder.call("run").expect(0)
    try await folder.call(["history", "Old"], environment: ["LANG": "de_DE.UTF-8"]).expect(
      0, output: .contains("  ↷ übersprungen: still broken\n"))
  }

  @Test
  func `scenarios history lists the candidates for an ambiguous scenario name`() async throws {
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
    call.expect(2)
    let identity = String(lines[1].prefix(16))
    try await self.call(identity).expect(output: .begins("Lamp › Lit   "))
  }

  @Test func `scenarios history reports an unknown scenario name`() async throws {
    try await call("Torch").expect(
      2,
      errors: """
        error: no scenario in the history has "Torch" in its name
          Run "swift run scenarios list" to see all scenarios.

        """)
  }

  @Test func `scenarios history creates no files when there is no history`() async throws {
    let empty = try StoriesFolder()
    try await empty.call("history").expect(0, output: "There are no earlier runs in .scenarios.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.url.path) == [])
  }

  @Test(arguments: [["history"], ["run", "--failed"]])
  func `a history that can't be read is an error`(arguments: [String]) async throws {
    let other = try StoriesFolder([FactsFiles.path: FactsFiles.story, ".scenarios": "no folder"])
    try await other.call(arguments).expect(
      2, output: "", errors: .begins("error: the history .scenarios can't be read: "))
  }

  @Test(arguments: ["", "/file"])
  func `scenarios history sets a damaged run or a folder with its name aside`(
    inside: String
  ) async throws {
    let version = RunReport.currentVersion
    let id = "9B1D0A3E-5C57-4B56-8F0A-1D8A0C5B2E4F"
    let name = "2025-11-20T12.00.00.000Z_2025-11-20T12.00.00.000Z_a_whole_\(id).v\(version).1.run"
    let other = try StoriesFolder([".scenarios/\(name)\(inside)": "no run"])
    try await other.call("history").expect(
      output: "There are no earlier runs.\n",
      errors: """
        warning: the file .scenarios/\(name) of the history is damaged; it was renamed to \
        damaged-\(name), and nothing is compared with it

        """)
  }

  @Test(arguments: [0, 1])
  func `a run with --failed and a damaged run in the history is an error`(
    earlier: Int
  ) async throws {
    let other = try StoriesFolder.facts(FactsFiles.failingStory)
    for _ in 0...earlier { _ = try await other.call("run") }
    let history = other.url.appending(path: ".scenarios")
    let names = try FileManager.default.contentsOfDirectory(atPath: history.path)
    let name = try #require(names.filter { $0.hasSuffix(".run") }.max())
    try Data("no run".utf8).write(to: history.appending(path: name))
    try await other.call("run", "--failed").expect(
      2, errors: .contains("warning: the file .scenarios/\(name) of the history is damaged"),
      .contains(
        "error: the history in .scenarios is incomplete, so it is not known what failed\n"))
  }
}
