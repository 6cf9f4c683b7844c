import Foundation
import ScenarioHTTP
import Simulation

/// Runs scenarios in this process, one after another, each in its own simulation.
///
/// A scenario that crashes, exits or never returns takes the process with it. Therefore commands
/// and tests run scenarios in worker processes, and each worker uses a runner.
public struct Runner: Sendable {
  /// The default number of events that a step may wait through: 250,000, more than in an hour with
  /// 60 ticks per second.
  public static let usualEventLimit = 250_000

  private let eventLimit: Int
  private let keepsShown: Bool

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - eventLimit: The number of events that a step may wait through before it fails;
  ///     ``usualEventLimit`` by default. Without a limit, a timer that repeats forever would make a
  ///     week of story time endless.
  ///   - keepsShown: Whether results include the values that the app showed after each step, which
  ///     takes time; `false` by default.
  public init(eventLimit: Int = usualEventLimit, keepsShown: Bool = false) {
    self.eventLimit = eventLimit
    self.keepsShown = keepsShown
  }

  /// Runs one scenario.
  ///
  /// The result contains all failures; nothing is thrown. A scenario is blocked only by failures
  /// that also occur in a run of the scenario around it, which is then run again.
  public func run(_ scenario: PlannedScenario) -> ScenarioResult {
    let result = runOnce(scenario)
    guard result.verdict == .blocked, let parent = result.reason else { return result }
    return check(result, blockedBy: parent)
  }

  /// Returns the result of a scenario whose process died while it ran.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - step: The index of the current step; `nil` before the first one, and the number of steps
  ///     after the last.
  ///   - failure: The message and its details.
  ///   - time: The story time of the failure.
  package static func result(
    of scenario: PlannedScenario, diedIn step: Int?, with failure: (message: String, [String]),
    at time: Duration
  ) -> ScenarioResult {
    let progress = ScenarioProgress(Shared(scenario))
    progress.die(in: step, with: failure.message, details: failure.1, at: time)
    return progress.result(storyTime: time, trace: Trace())
  }

  /// Runs a scenario without running the scenarios around it.
  private func runOnce(_ scenario: PlannedScenario) -> ScenarioResult {
    let shared = Shared(scenario)
    let progress = ScenarioProgress(shared)
    guard scenario.skip == nil else { return progress.skipped }
    guard !scenario.isUndefined else { return progress.undefined }
    do {
      return try Simulation.run(startingAt: scenario.clock ?? Simulation.defaultStart) {
        simulation in
        ScenarioRun(
          shared: shared, world: simulation, progress: progress, transport: FakeTransport(),
          live: nil, eventLimit: eventLimit, keepsShown: keepsShown
        ).run()
        return progress.result(storyTime: simulation.elapsed, trace: simulation.trace)
      }.withAnswerExamples()
    } catch {
      return progress.result(of: error)
    }
  }

  /// Checks that the failures that block a scenario also occur in its parent.
  ///
  /// A task that a parent's step started may end in the parent's run but not in this one, because
  /// of later steps. The parent then passes, so this scenario must fail, or nothing would.
  private func check(_ result: ScenarioResult, blockedBy parent: String) -> ScenarioResult {
    let scenario = result.scenario
    var result = result
    let inParent = Set(runOnce(scenario.upToSteps(of: parent)).failures.map(\.location))
    if !result.failures.allSatisfy({ inParent.contains($0.location) }) {
      result.verdict = scenario.knownIssue == nil ? .failed : .knownIssue
      result.reason = scenario.knownIssue
    }
    return result
  }
}

/// A type that runs scenarios one after another, in this process or elsewhere.
package protocol ScenarioRunning {
  /// Runs scenarios in their order.
  ///
  /// - Parameter onResult: A closure called with the index of each scenario and its result.
  func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void)
}

extension Runner: ScenarioRunning {
  /// Runs scenarios in their order.
  ///
  /// - Parameter onResult: A closure called with the index of each scenario and its result.
  public func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void) {
    for (index, scenario) in scenarios.enumerated() { onResult(index, run(scenario)) }
  }
}

extension ScenarioResult {
  /// Returns the result with an answer for each request that has none, in its failures' hints.
  fileprivate func withAnswerExamples() -> ScenarioResult {
    guard failures.contains(where: { $0.unansweredRequest != nil }) else { return self }
    var result = self
    result.failures = AnswerExamples(for: scenario).explained(failures)
    return result
  }
}

extension PlannedScenario {
  /// Returns the parent with a title, which has the steps up to its last own one.
  fileprivate func upToSteps(of title: String) -> PlannedScenario {
    var around = self
    around.steps.removeSubrange(
      ((steps.lastIndex { $0.owner == title } ?? -1) + 1)...)
    return around
  }
}
