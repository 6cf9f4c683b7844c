import Foundation
import Simulation
import Synchronization

/// Runs scenarios, each in a simulation of its own, several side by side.
public struct Runner: Sendable {
  /// How many scenarios run at the same time.
  public let jobs: Int

  /// How many events a step may wait through unless told otherwise: 250,000, more than those of an
  /// hour with 60 ticks a second.
  public static let usualEventLimit = 250_000

  private let eventLimit: Int
  private let keepsShown: Bool
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
  ///   - keepsShown: Whether results have what the app showed after each step; not unless given,
  ///     because it takes time.
  public init(
    jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    realTimeLimit: Duration = .seconds(4), eventLimit: Int = usualEventLimit,
    keepsShown: Bool = false
  ) {
    self.keepsShown = keepsShown
    self.jobs = max(1, jobs)
    self.eventLimit = eventLimit
    threads = SimulationThreads(count: self.jobs, realTimeLimit: realTimeLimit)
  }

  /// Runs one scenario.
  ///
  /// Whatever goes wrong is in the result; nothing is thrown. Only what fails in the run of the
  /// scenario around it, too, blocks it: that one is then run again.
  public func run(_ scenario: PlannedScenario) async -> ScenarioResult {
    await lookedAtAround(await runOnce(Shared(scenario)))
  }

  /// Runs scenarios and hands out each result soon after it is there.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios. They are begun in this order.
  ///   - onResult: Called with each result and the scenario's index, one call after the other.
  public func run(
    _ scenarios: [PlannedScenario], onResult: (Int, ScenarioResult) -> Void
  ) async {
    let queue = Queue(scenarios)
    await withTaskGroup(of: [(Int, ScenarioResult)].self) { group in
      func addShift() { group.addTask { await shift(of: queue) } }
      // Twice as many as can run, so that no thread waits for this one to hand out work.
      for _ in 0..<min(scenarios.count, jobs * 2) { addShift() }
      while let results = await group.next() {
        if !queue.isEmpty { addShift() }
        for (index, result) in results { onResult(index, result) }
      }
    }
  }

  // MARK: - Shifts

  /// For how long a thread runs scenarios before it hands their results over, unless one takes
  /// longer: short enough that whoever looks on sees a failure at once.
  private static let shift: Duration = .milliseconds(10)

  /// The scenarios that have not begun.
  private final class Queue: Sendable {
    private let scenarios: [PlannedScenario]
    private let begun = Atomic<Int>(0)

    init(_ scenarios: [PlannedScenario]) { self.scenarios = scenarios }

    var isEmpty: Bool { begun.load(ordering: .relaxed) >= scenarios.count }

    func next() -> (index: Int, scenario: Shared<PlannedScenario>)? {
      let index = begun.add(1, ordering: .relaxed).oldValue
      return index < scenarios.count ? (index, Shared(scenarios[index])) : nil
    }
  }

  /// Runs those of the next scenarios that a thread gets done in one shift.
  private func shift(of queue: Queue) async -> [(Int, ScenarioResult)] {
    var results = await threads.run(for: Self.shift) {
      queue.next().map { index, scenario in turn(of: scenario) { (index, $0) } }
    }
    for place in results.indices {
      guard case .blocked = results[place].1.verdict else { continue }
      results[place].1 = await lookedAtAround(results[place].1)
    }
    return results
  }

  private func runOnce(_ scenario: Shared<PlannedScenario>) async -> ScenarioResult {
    await threads.run(turn(of: scenario) { $0 })
  }

  /// One run of a scenario, without a look at those around it.
  private func turn<R>(
    of scenario: Shared<PlannedScenario>, _ finish: @escaping @Sendable (ScenarioResult) -> R
  ) -> Turn<R> {
    let record = ScenarioRecord(scenario)
    return Turn(startingAt: scenario.value.clock ?? Simulation.defaultStart) { simulation in
      guard scenario.value.skip == nil else { return finish(record.skipped) }
      ScenarioRun(
        shared: scenario, world: simulation, record: record, transport: FakeTransport(),
        live: nil, eventLimit: eventLimit, keepsShown: keepsShown
      ).run()
      return finish(record.result(storyTime: simulation.elapsed, trace: simulation.trace))
    } failed: { error in
      finish(scenario.value.skip == nil ? record.result(of: error) : record.skipped)
    }
  }

  /// A result, where the scenario is blocked with another look at whether it is the parent's doing.
  private func lookedAtAround(_ result: ScenarioResult) async -> ScenarioResult {
    guard case .blocked(let parent) = result.verdict else { return result }
    let scenario = result.scenario
    var result = result
    // A task that a step of the parent started may end there and not here, because of what is done
    // here; the parent then passes, and nobody would fail.
    let inParent = Set(await runOnce(Shared(scenario.upToSteps(of: parent))).failures.map(\.place))
    if !result.failures.allSatisfy({ inParent.contains($0.place) }) {
      result.verdict = scenario.knownIssue.map { .knownIssue($0) } ?? .failed
    }
    return result
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
