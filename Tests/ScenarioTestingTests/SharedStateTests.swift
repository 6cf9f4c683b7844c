import Foundation
import ScenarioResults
import Testing

@testable import HostileStories
@testable import ScenarioTesting

@Suite("Scenarios that share state under swift test")
struct SharedStateTests {
  @Test func `swift test notes a scenario that passes only after another one`() async {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path
    let cases = ScenarioCases.all(
      of: HostileStories.vocabularies, in: "Tests/HostileStories/Stories", root: root + "/",
      environment: [
        "SCENARIOS": "Tests/HostileStories/Stories/ordered.yaml", "SCENARIOS_ORDER": "1",
      ])
    var reports: [ScenarioReport] = []
    await withTaskGroup(of: (Int, ScenarioReport).self) { group in
      for case .scenario(_, let index, let workers, _) in cases.map(\.kind) {
        group.addTask { (index, await workers.result(of: index)) }
      }
      for await result in group { reports.append(result.1) }
    }
    reports.sort { $0.line < $1.line }
    #expect(reports.map(\.verdict) == [.passed, .passed, .passed])
    #expect(
      reports.map { $0.notes.map(\.message) } == [
        [],
        [
          "it fails alone (the app shows: not as expected) but passes after \"Order › The page is "
            + "loaded\" in the same process: the app keeps state between scenarios"
        ],
        [],
      ])
  }

  @Test func `swift test names the earlier scenario after which another one fails`() async {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path
    let cases = ScenarioCases.all(
      of: HostileStories.vocabularies, in: "Tests/HostileStories/Stories", root: root + "/",
      environment: [
        "SCENARIOS": "Tests/HostileStories/Stories/shared.yaml",
        "SCENARIOS_NAME": "uses the session", "SCENARIOS_ORDER": "none",
      ])
    var reports: [ScenarioReport] = []
    for scenario in cases {
      guard case .scenario(_, let index, let workers, _) = scenario.kind else { continue }
      reports.append(await workers.result(of: index))
    }
    #expect(reports.map(\.verdict) == [.passed, .passed])
    #expect(
      reports.map { $0.notes.map(\.message) } == [
        [],
        [
          "it passes alone but fails after \"Shared state › User 1 uses the session\" in the same "
            + "process: the app keeps state between scenarios"
        ],
      ])
  }
}
