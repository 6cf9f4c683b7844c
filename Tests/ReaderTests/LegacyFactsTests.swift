import Foundation
import ReaderStories
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import TestSupport
import Testing

/// The stories of the facts screen, word for word, for the app as it was before Swift concurrency.
@Suite("Stories of a legacy app")
struct LegacyFactsTests {
  static let plan: Plan = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let folder = ScenariosFolder(root.standardized.appending(path: "Scenarios").path)
    let sources = ["ages", "facts", "facts-ru"].map { folder.read("facts/\($0).yaml") }
    return Plan(sources, vocabularies: ReaderStories.legacyVocabularies)
  }()

  @Test func `the stories of the facts screen are planned for the legacy app`() {
    #expect(Self.plan.errors.isEmpty)
    #expect(Self.plan.scenarios.count >= 56)
  }

  @Test(arguments: plan.scenarios)
  func `each story of the facts screen passes for the legacy app`(scenario: PlannedScenario) {
    let report = Runner().run(scenario)
    #expect(report.verdict == .passed, "\(report.failures.map(\.message))")
    #expect(report.notes.isEmpty)
  }

  /// About 1,000 runs in all in CI.
  private static let runs = Sample.number(3, whole: 18, everything: 1_786)

  @Test(arguments: plan.scenarios)
  func `each story of the legacy app has the same trace in each run`(scenario: PlannedScenario) {
    let runner = Runner(contents: [.fingerprint])
    let hashes = Set((0..<Self.runs).map { _ in runner.run(scenario).traceHash })
    #expect(hashes.count == 1)
    #expect(hashes.first?.isEmpty == false)
  }
}
