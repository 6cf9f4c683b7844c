import Foundation
import ScenarioReports
import Testing

@testable import HostileStories
@testable import ScenarioTesting

@Suite("Scenarios that share state under swift test")
struct SharedStateTests {
  @Test func `swift test names the earlier scenario after which another one fails`() async {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path
    let cases = ScenarioCases.all(
      of: HostileStories.vocabularies, in: "Tests/HostileStories/Stories", root: root + "/",
      environment: [
        "SCENARIOS": "Tests/HostileStories/Stories/shared.yaml",
        "SCENARIOS_NAME": "uses the session",
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
