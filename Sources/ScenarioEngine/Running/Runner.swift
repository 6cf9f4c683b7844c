import Foundation
import ScenarioHTTP
import Simulation

/// Runs scenarios in this process, one after the other, each in a simulation of its own.
///
/// A scenario that crashes, ends the process or never returns takes the process with it. Commands
/// and tests therefore run scenarios in worker processes; this is what runs inside of one.
public struct Runner: Sendable {
  /// The number of events that a step may wait through by default: 250,000, more than those of an
  /// hour with 60 ticks a second.
  public static let usualEventLimit = 250_000

  private let eventLimit: Int
  private let keepsShown: Bool

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - eventLimit: The number of events that a step may wait through before it fails, because a
  ///     timer that repeats for ever makes a week of story time endless; ``usualEventLimit`` by
  ///     default.
  ///   - keepsShown: Whether results have what the app showed after each step, which takes time;
  ///     `false` by default.
  public init(eventLimit: Int = usualEventLimit, keepsShown: Bool = false) {
    self.eventLimit = eventLimit
    self.keepsShown = keepsShown
  }

  /// Runs one scenario.
  ///
  /// The result has everything that goes wrong; nothing is thrown. Only what fails in the run of
  /// the scenario around it, too, blocks it: that one is then run again.
  public func run(_ scenario: PlannedScenario) -> ScenarioResult {
    let result = runOnce(scenario)
    guard result.verdict == .blocked, let parent = result.reason else { return result }
    return check(result, blockedBy: parent)
  }

  /// Returns the result of a scenario whose process died while it ran.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - step: The index of the step under way; `nil` before the first one, and their number
  ///     after the last.
  ///   - failure: What happened, and details.
  ///   - time: The story time at which it happened.
  package static func result(
    of scenario: PlannedScenario, diedIn step: Int?, with failure: (message: String, [String]),
    at time: Duration
  ) -> ScenarioResult {
    let progress = ScenarioProgress(Shared(scenario))
    progress.die(in: step, with: failure.message, details: failure.1, at: time)
    return progress.result(storyTime: time, trace: Trace())
  }

  /// Runs a scenario without a look at those around it.
  private func runOnce(_ scenario: PlannedScenario) -> ScenarioResult {
    let shared = Shared(scenario)
    let progress = ScenarioProgress(shared)
    guard scenario.skip == nil else { return progress.skipped }
    do {
      return try Simulation.run(startingAt: scenario.clock ?? Simulation.defaultStart) {
        simulation in
        ScenarioRun(
          shared: shared, world: simulation, record: progress, transport: FakeTransport(),
          live: nil, eventLimit: eventLimit, keepsShown: keepsShown
        ).run()
        return progress.result(storyTime: simulation.elapsed, trace: simulation.trace)
      }
    } catch {
      return progress.result(of: error)
    }
  }

  /// Checks that a scenario is blocked by the failures of its parent.
  ///
  /// A task that a step of the parent started may end there and not here, because of what is done
  /// here; the parent then passes, and nothing else would fail.
  private func check(_ result: ScenarioResult, blockedBy parent: String) -> ScenarioResult {
    let scenario = result.scenario
    var result = result
    let inParent = Set(runOnce(scenario.upToSteps(of: parent)).failures.map(\.place))
    if !result.failures.allSatisfy({ inParent.contains($0.place) }) {
      result.verdict = scenario.knownIssue == nil ? .failed : .knownIssue
      result.reason = scenario.knownIssue
    }
    return result
  }
}

/// Runs scenarios one after the other, wherever that is.
package protocol ScenarioRunning {
  /// Runs scenarios in their order.
  ///
  /// - Parameter onResult: Called with the index of each scenario and its result.
  func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void)
}

extension Runner: ScenarioRunning {
  /// Runs scenarios in their order.
  ///
  /// - Parameter onResult: Called with the index of each scenario and its result.
  public func run(_ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void) {
    for (index, scenario) in scenarios.enumerated() { onResult(index, run(scenario)) }
  }
}

extension PlannedScenario {
  /// The parent with a title: the steps up to its last one.
  fileprivate func upToSteps(of title: String) -> PlannedScenario {
    var around = self
    around.steps.removeSubrange(
      ((steps.lastIndex { $0.owner == title } ?? -1) + 1)...)
    return around
  }
}
