import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Simulation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs scenarios in this process, one after another, each in its own simulation.
///
/// A scenario that crashes, exits or never returns takes the process with it. Therefore commands
/// and tests run scenarios in worker processes, and each worker uses a runner.
package struct Runner: Sendable {
  /// The default number of events that a step may wait through: 250,000, more than in an hour with
  /// 60 ticks per second.
  package static let defaultEventLimit = 250_000

  private let eventLimit: Int
  private let contents: ScenarioReport.Contents

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - eventLimit: The number of events that a step may wait through before it fails;
  ///     ``defaultEventLimit`` by default. Without a limit, a timer that repeats forever would make
  ///     a week of story time endless.
  ///   - contents: The optional contents of reports; by default the steps, events and the trace.
  package init(
    eventLimit: Int = defaultEventLimit, contents: ScenarioReport.Contents = [.details, .trace]
  ) { (self.eventLimit, self.contents) = (eventLimit, contents) }

  /// Runs one scenario.
  ///
  /// The report contains all failures; nothing is thrown. A scenario is blocked only by failures
  /// that also occur in a run of the scenario around it, which is then run again.
  package func run(_ scenario: PlannedScenario) -> ScenarioReport {
    var report = runWithEnds(scenario).report
    if report.verdict == .blocked, let parent = report.blocker {
      check(&report, of: scenario, blockedBy: parent)
    }
    return report
  }

  /// Returns the report of a scenario whose process terminated while it ran.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - step: The index of the current step; `nil` before the first one, and the number of steps
  ///     after the last.
  ///   - failure: The message and its details.
  ///   - time: The story time of the failure.
  ///   - seconds: The real time for which the scenario ran.
  ///   - contents: The optional contents of the report.
  package static func report(
    of scenario: PlannedScenario, terminatedIn step: Int?, at time: Duration, seconds: Double = 0,
    contents: ScenarioReport.Contents = [], with failure: (Location) -> Failure
  ) -> ScenarioReport {
    let progress = ScenarioProgress(scenario, contents: contents)
    progress.terminate(in: step, at: time, with: failure)
    var report = progress.report(storyTime: time, trace: Trace())
    report.seconds = seconds
    return report
  }

  /// Runs one scenario, and also returns the state at the end of each step.
  ///
  /// The scenarios around it do not run, so any failure of their steps blocks it.
  ///
  /// - Parameter world: The real world in which it runs; by default a simulation, or in real time a
  ///   world in which its doubles answer.
  package func runWithEnds(
    _ scenario: PlannedScenario, in world: RealWorld? = nil
  ) -> (report: ScenarioReport, ends: [StepEnd]) {
    let progress = ScenarioProgress(scenario, contents: contents)
    guard scenario.skip == nil else { return (progress.skipped, progress.ends) }
    guard !scenario.isUndefined else { return (progress.undefined, progress.ends) }
    do {
      if let world = world ?? RealWorld.ofDoubles(startingAt: scenario.clock) {
        return (try Self.run(scenario, in: world, progress), progress.ends)
      }
      let report = try Simulation.run(
        startingAt: scenario.clock ?? Simulation.defaultStart, clearing: Self.clearNetworkState
      ) { simulation in
        simulation.sharesTemporaryFolder = false
        let doubles = ScenarioDoubles()
        simulation.surroundings = doubles
        simulation.timeZone = scenario.timeZone
        simulation.locale = scenario.locale
        ScenarioRun(
          world: simulation, progress: progress, doubles: doubles, eventLimit: eventLimit
        ).run()
        return progress.report(storyTime: simulation.elapsed, trace: simulation.trace)
      }
      return (report, progress.ends)
    } catch {
      return (progress.report(of: error), progress.ends)
    }
  }

  /// Removes the cookies and answers that an earlier scenario left.
  private static func clearNetworkState() {
    HTTPCookieStorage.shared.removeCookies(since: .distantPast)
    URLCache.shared.removeAllCachedResponses()
  }

  /// Checks that the failures that block a scenario also occur in its parent.
  ///
  /// A task that a parent's step started may end in the parent's run but not in this one, because
  /// of later steps. The parent then passes, so this scenario must fail, or nothing would.
  private func check(
    _ report: inout ScenarioReport, of scenario: PlannedScenario, blockedBy parent: Int
  ) {
    var around = scenario
    let own = scenario.steps.lastIndex { $0.owner == parent } ?? -1
    around.steps.removeSubrange((own + 1)...)
    let inParent = Set(runWithEnds(around).report.failures.map(\.location))
    guard !report.failures.allSatisfy({ inParent.contains($0.location) }) else { return }
    (report.verdict, report.reason, report.blocker, report.exemption) = (.failed, nil, nil, nil)
    scenario.applyKnownIssues(to: &report)
  }
}
