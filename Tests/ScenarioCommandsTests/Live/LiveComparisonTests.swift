import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioCommands

@Suite("Comparisons of live and simulated results")
struct LiveComparisonTests {
  private static let story = """
    story: Lamps
    module: lamp
    scenarios:
      - scenario: It shines
        when: the lamp goes on
        then: [{ the lamp is: on }, the lamp shines]
      - scenario: It does not
        known issue: LAMP-7
        when: the lamp goes on
        then: [{ the lamp is: on }, the lamp shines]

    """

  /// A verdict and its reason.
  struct Ending: Sendable {
    var verdict: Verdict
    var reason: String?

    static let passed = Self(verdict: .passed)
    static let failed = Self(verdict: .failed)

    static func blocked(by title: String) -> Self { Self(verdict: .blocked, reason: title) }
    static func skipped(_ reason: String) -> Self { Self(verdict: .skipped, reason: reason) }
    static func knownIssue(_ issue: String) -> Self { Self(verdict: .knownIssue, reason: issue) }
  }

  /// Returns a scenario result that has one failure unless it passed.
  private func result(
    _ ending: Ending, hasIssue: Bool = false, failing step: Int = 1,
    actual: String = "off", message: String = "it is dark"
  ) async throws -> ScenarioReport {
    let plan = plan(Self.story, for: [Vocabulary(of: LampModule.self)])
    try #require(plan.problems.isEmpty && plan.brokenFiles.isEmpty)
    let scenario = try #require(hasIssue ? plan.scenarios.last : plan.scenarios.first)
    var result = Runner().run(scenario)
    (result.verdict, result.reason) = (ending.verdict, ending.reason)
    guard ending.verdict != .passed else { return result }
    for index in result.steps.indices {
      result.steps[index].outcome = index < step ? .passed : index == step ? .failed : .notRun
    }
    let difference = Difference(
      expected: "on", actual: .text(actual), range: scenario.location.range)
    result.failures = [Failure(message, at: scenario.location, differences: [difference])]
    return result
  }

  @Test(
    arguments: [
      (.failed, .passed, "live it fails, but in the simulation it passes"),
      (.passed, .failed, "live it passes, but in the simulation it fails"),
      (
        .passed, .blocked(by: "A"), "live it passes, but in the simulation it is blocked by \"A\""
      ),
      (
        .blocked(by: "A"), .failed, "live it is blocked by \"A\", but in the simulation it fails"
      ),
      (
        .blocked(by: "A"), .blocked(by: "B"),
        "live it is blocked by \"A\", but in the simulation it is blocked by \"B\""
      ),
      // A scenario with a known issue fails when it passes.
      (
        .failed, .knownIssue("LAMP-7"),
        "live it passes, but in the simulation it fails with the known issue \"LAMP-7\""
      ),
      (
        .knownIssue("LAMP-7"), .failed,
        "live it fails with the known issue \"LAMP-7\", but in the simulation it passes"
      ),
    ] as [(Ending, Ending, String)])
  func `a live scenario fails when its simulated verdict differs`(
    live: Ending, simulated: Ending, message: String
  ) async throws {
    let hasIssue = live.verdict == .knownIssue || simulated.verdict == .knownIssue
    let result = LiveComparison(
      try await result(live, hasIssue: hasIssue),
      with: try await result(simulated, hasIssue: hasIssue), hasKnownIssue: hasIssue
    ).report
    #expect(
      result.failures.map(\.message)
        == (message.hasPrefix("live it passes")
          ? [message, "in the simulation: it is dark"] : ["it is dark", message]))
    #expect(result.verdict == .failed)
  }

  @Test(
    arguments: [.passed, .failed, .blocked(by: "A"), .skipped("later")]
      as [Ending])
  func `a live result stays if the simulated verdict is the same`(ending: Ending) async throws {
    let live = try await result(ending)
    let result = LiveComparison(
      live, with: try await result(ending, message: "dark it is"), hasKnownIssue: false
    ).report
    #expect(result.verdict == ending.verdict)
    #expect(result.failures == live.failures)
  }

  @Test(
    arguments: [(.failed, false), (.knownIssue("LAMP-7"), true)]
      as [(Ending, Bool)])
  func `a live scenario fails when another step fails in the simulation`(
    ending: Ending, hasIssue: Bool
  ) async throws {
    let live = try await result(ending, hasIssue: hasIssue)
    let simulated = try await result(
      ending, hasIssue: hasIssue, failing: 2, message: "it does not shine")
    let result = LiveComparison(live, with: simulated, hasKnownIssue: hasIssue).report
    #expect(result.verdict == .failed)
    #expect(
      result.failures.map(\.message) == [
        "it is dark", "live it fails at a different step than in the simulation",
        "in the simulation: it does not shine",
      ])
    #expect(
      result.failures.dropFirst().first?.details == [
        "Live: then the lamp is: on", "In the simulation: then the lamp shines",
      ])
  }

  @Test func `a live scenario fails when its values differ from the simulation`() async throws {
    let result = LiveComparison(
      try await result(.failed), with: try await result(.failed, actual: "red"),
      hasKnownIssue: false
    ).report
    #expect(
      result.failures.map(\.message) == [
        "it is dark", "live it fails in a different way than in the simulation",
        "in the simulation: it is dark",
      ])
    #expect(result.failures.last?.differences.first?.actual == CodableValue(.text("red")))
  }
}
