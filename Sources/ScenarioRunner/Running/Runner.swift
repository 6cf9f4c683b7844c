import Foundation
import Simulation

/// Runs scenarios, each in a simulation of its own, several side by side.
public struct Runner: Sendable {
  /// How many scenarios run at the same time.
  public let jobs: Int

  /// How many events a step may wait through unless told otherwise: 250,000, more than those of an
  /// hour with 60 ticks a second.
  public static let usualEventLimit = 250_000

  private let eventLimit: Int
  private let threads: SimulationThreads

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - jobs: How many scenarios run at the same time, at least 1; one for each core unless given.
  ///   - realTimeLimit: How much real time one piece of the app's code may hold its thread; 4 s
  ///     unless given.
  ///   - eventLimit: How many events a step may wait through before it is given up, because a
  ///     timer that ticks on and on makes a week of story time endless; ``usualEventLimit`` unless
  ///     given.
  public init(
    jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    realTimeLimit: Duration = .seconds(4), eventLimit: Int = usualEventLimit
  ) {
    self.jobs = max(1, jobs)
    self.eventLimit = eventLimit
    threads = SimulationThreads(count: self.jobs, realTimeLimit: realTimeLimit)
  }

  /// Runs one scenario.
  ///
  /// Whatever goes wrong is in the result; nothing is thrown. Only what fails in the run of the
  /// scenario around it, too, blocks it: that one is then run again.
  public func run(_ scenario: PlannedScenario) async -> ScenarioResult {
    var result = await runOnce(scenario)
    guard case .blocked(let parent) = result.verdict else { return result }
    // A task that a step of the parent started may end there and not here, because of what is done
    // here; the parent then passes, and nobody would fail.
    let inParent = Set(await runOnce(scenario.upToSteps(of: parent)).failures.map(\.place))
    if !result.failures.allSatisfy({ inParent.contains($0.place) }) {
      result.verdict = scenario.knownIssue.map { .knownIssue($0) } ?? .failed
    }
    return result
  }

  /// Runs a scenario without a look at those around it.
  private func runOnce(_ scenario: PlannedScenario) async -> ScenarioResult {
    let record = ScenarioRecord(scenario)
    var (storyTime, trace) = (Duration.zero, Trace())
    if let reason = scenario.skip {
      var result = record.result(storyTime: storyTime, trace: trace)
      result.verdict = .skipped(reason)
      return result
    }
    do {
      (storyTime, trace) = try await threads.run(
        startingAt: scenario.clock ?? Simulation.defaultStart
      ) { simulation in
        ScenarioRun(
          scenario: scenario, world: simulation, record: record, transport: FakeTransport(),
          live: nil, eventLimit: eventLimit
        ).run()
        return (simulation.elapsed, simulation.trace)
      }
    } catch let stall as Stall {
      record.giveUp(stall)
    } catch {
      record.fail(
        [Failure("the scenario can't be run: \(error)", at: scenario.place)], owner: nil)
    }
    return record.result(storyTime: storyTime, trace: trace)
  }

  /// Runs scenarios and hands out each result as soon as it is there.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios. They are begun in this order.
  ///   - onResult: Called with each result and the scenario's index, one call after the other.
  public func run(
    _ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void
  ) async {
    await withTaskGroup(of: (Int, ScenarioResult).self) { group in
      var next = 0
      // Twice as many as can run, so that no thread waits for this one to hand out work.
      while next < min(scenarios.count, jobs * 2) {
        add(scenarios[next], at: next, to: &group)
        next += 1
      }
      while let (index, result) = await group.next() {
        onResult(index, result)
        if next < scenarios.count {
          add(scenarios[next], at: next, to: &group)
          next += 1
        }
      }
    }
  }

  private func add(
    _ scenario: PlannedScenario, at index: Int, to group: inout TaskGroup<(Int, ScenarioResult)>
  ) {
    group.addTask { (index, await run(scenario)) }
  }
}

extension PlannedScenario {
  /// What the scenario around this one with a title does: the steps up to the last one of its own.
  fileprivate func upToSteps(of title: String) -> PlannedScenario {
    var around = self
    around.steps.removeSubrange(
      ((steps.lastIndex { $0.owner == title } ?? -1) + 1)...)
    return around
  }
}
