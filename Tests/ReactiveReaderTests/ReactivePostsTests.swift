import Foundation
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ReactiveReader

/// The stories of facts and posts, word for word, for screens as they were before Swift concurrency.
@Suite("Stories of a reactive app")
struct ReactivePostsTests {
  static let plan: Plan = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let folder = ScenariosFolder(root.standardized.appending(path: "Scenarios").path)
    let sources = ["posts/posts", "posts/feeds", "facts/facts"].map { folder.read("\($0).yaml") }
    return Plan(sources, vocabularies: ReactiveReader.vocabularies)
  }()

  @Test func `the stories of posts are planned for the reactive app`() {
    #expect(Self.plan.errors.isEmpty)
    #expect(Self.plan.scenarios.count >= 65)
  }

  @Test(arguments: plan.scenarios)
  func `each story passes for the reactive app, with one trace`(scenario: PlannedScenario) {
    let runner = Runner(contents: [.fingerprint])
    let report = runner.run(scenario)
    #expect(report.verdict == .passed, "\(report.failures.map(\.message))")
    #expect(report.notes.isEmpty)
    #expect(report.traceHash == runner.run(scenario).traceHash)
  }
}
