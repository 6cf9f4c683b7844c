import Foundation
import Testing

@testable import HostileStories
@testable import ScenarioTesting

private let folder = ProcessInfo.processInfo.environment["HOSTILE_FOLDER"]

/// Tests of the stories that `Tests/HostileStories/torture thousand --swift-test` writes.
///
/// `HOSTILE_FOLDER` names their folder; without it, the tests are skipped.
@Suite("Hostile stories under swift test", .enabled(if: folder != nil))
struct HostileCasesTests {
  private static var cases: [ScenarioCase] {
    guard let folder else { return [] }
    return ScenarioCases.all(
      of: HostileStories.vocabularies, in: "Scenarios", root: folder + "/",
      environment: ProcessInfo.processInfo.environment)
  }

  @Test(arguments: cases) func `a hostile scenario has the same verdict as in its own process`(
    scenario: ScenarioCase
  ) async throws {
    try await scenario.run()
  }
}
