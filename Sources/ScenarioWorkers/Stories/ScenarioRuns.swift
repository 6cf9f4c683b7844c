import CWorkers
import ScenarioReports
import ScenarioRunning

/// The outcome of a scenario in another process.
package enum ScenarioOutcome {
  /// It ran, and the process sent a message about it.
  case ran(isFine: Bool, bytes: ArraySlice<UInt8>)
  case terminated(TerminatedScenario)
  /// It ran, but its process terminated before it sent the message.
  case lost

  var isFine: Bool { if case .ran(true, _) = self { true } else { false } }

  /// Returns the report in the message, or the one of the termination.
  package func report(
    of scenario: PlannedScenario, contents: ScenarioReport.Contents = []
  ) throws -> ScenarioReport {
    switch self {
    case .ran(_, let bytes):
      if case .ended(_, let report) = try BinaryDecoder().decode(RunEvent.self, from: bytes) {
        return report
      }
    case .terminated(let terminated):
      return terminated.report(of: scenario, contents: contents)
    case .lost: break
    }
    throw LostProcess(reason: "it sent no result")
  }
}

/// The dependence of a scenario that passes alone on earlier ones in its process.
package struct OrderDependence {
  /// The scenario after which it fails; `nil` if no single one was found.
  package var predecessor: Int?
}

/// Runs of scenarios in other processes.
///
/// The processes are forked, or executed where this process can't fork. Which scenarios share a
/// process, which of them run again alone, and which one a termination belongs to is the same for
/// both.
package protocol ScenarioRuns {
  /// Runs scenarios one after another in one process.
  ///
  /// - Parameters:
  ///   - indices: The scenarios.
  ///   - step: The first step after which the app may be observed.
  ///   - take: A closure that is called with each scenario that ended, in order. The last one may
  ///     have terminated; those after it have not run.
  /// - Returns: The number of scenarios that ended.
  func together(
    _ indices: [Int], observingFrom step: Int, _ take: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int
}

extension ScenarioRuns {
  @discardableResult
  func together(_ indices: [Int], _ take: (Int, ScenarioOutcome) throws -> Void) throws -> Int {
    try together(indices, observingFrom: 0, take)
  }

  /// Runs scenarios and reports how each ended.
  ///
  /// Many scenarios share a process, and each one that does not pass runs again in a process of its
  /// own. The verdict of the second run counts.
  ///
  /// - Parameter take: A closure that is called with each scenario. Those of a shared process that
  ///   run again come last.
  package func run(
    _ indices: Range<Int>, _ take: (Int, ScenarioOutcome, OrderDependence?) throws -> Void
  ) throws {
    // A process begins with `first`, and each scenario in it may depend on those since `first`.
    var (first, next, searches) = (indices.lowerBound, indices.lowerBound, 0)
    while next < indices.upperBound {
      first = next
      var again: [(index: Int, isLost: Bool)] = []
      next += try together(Array(next..<indices.upperBound)) { index, end in
        switch end {
        case .ran(true, _): try take(index, end, nil)
        case .ran: again.append((index, false))
        case .terminated(let scenario):
          again.append((index, scenario.termination.isFromOutside))
        case .lost: again.append((index, true))
        }
      }
      for (index, isLost) in again {
        let alone = try alone(index)
        guard alone.isFine, !isLost else {
          try take(index, alone, nil)
          continue
        }
        searches += 1
        let predecessor =
          searches > OrderSearch.limit
          ? nil
          : try OrderSearch(of: index, in: self, isOther: { !$0.isFine })
            .predecessor(among: Array(first..<index))
        try take(index, alone, OrderDependence(predecessor: predecessor))
      }
    }
  }

  /// Runs a scenario in a process of its own.
  ///
  /// If the process terminates in observations that the scenario does not ask for, it runs again
  /// without them.
  func alone(_ index: Int) throws -> ScenarioOutcome {
    // A process that was killed from outside proves nothing about the app. And the processes that
    // observations may end are limited.
    var (attempts, observations, firstStep) = (0, 8, 0)
    while attempts < 3 {
      var result: ScenarioOutcome?
      do {
        _ = try together([index], observingFrom: firstStep) { _, end in result = end }
      } catch is LostProcess where attempts < 2 {}
      if case .terminated(let scenario)? = result {
        if let next = scenario.nextObservedStep {
          observations -= 1
          firstStep = observations > 0 ? next : .max
          continue
        }
        attempts += 1
        if scenario.termination.isFromOutside, attempts < 3 { continue }
      } else {
        attempts += 1
      }
      if let result { return result }
    }
    throw LostProcess(reason: "it sent no result")
  }

  /// Runs scenarios again that have ended, for the values that the app shows after their steps.
  ///
  /// - Parameters:
  ///   - shared: Scenarios that passed beside others, whose values are taken in the same way.
  ///   - alone: Scenarios whose values must not depend on others.
  ///   - take: A closure that is called with each scenario and the message about it.
  package func observe(
    shared: [Int], alone: [Int], _ take: (Int, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var (shared, alone) = (shared[...], alone)
    while !shared.isEmpty {
      shared.removeFirst(
        try together(Array(shared)) { index, end in
          if case .ran(_, let bytes) = end { try take(index, bytes) } else { alone.append(index) }
        })
    }
    for index in alone {
      if case .ran(_, let bytes) = try self.alone(index) { try take(index, bytes) }
    }
  }
}

extension WorkerResources {
  /// Begins to run scenarios in this process.
  func beginRuns(startsPrograms: Bool, isSealed: Bool = true) throws {
    limits.apply()
    progress.followSimulations()
    if isSealed { try ProcessState.seal(startsPrograms: startsPrograms) }
  }

  /// Runs a scenario in this process, which records that it does.
  func run(
    _ index: Int, _ run: () throws -> ScenarioMessage
  ) throws -> ScenarioMessage {
    capture.begin()
    progress.runs(scenario: index)
    let message = try run()
    worker_wait_for_termination()
    if message.isFine { progress.endIfMessagesAreClosed() }
    return message
  }

  /// Reports how the scenarios ended that a process ran when it terminated.
  ///
  /// - Parameter indices: The scenarios without a message.
  /// - Returns: The number of scenarios that ended.
  func report(
    _ termination: Termination, of indices: ArraySlice<Int>,
    _ take: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int {
    var (blamed, lastStep): (Int, Int?) = (indices.startIndex, nil)
    if case .running(let index, let step) = progress.phase,
      let running = indices.firstIndex(of: index)
    {
      (blamed, lastStep) = (running, step)
    } else if indices.startIndex == 0 {
      throw LostProcess(reason: termination.message)
    }
    // Otherwise it terminated after a scenario had ended. The next one runs alone, and then a search
    // finds the one that it depends on.
    for lost in indices[..<blamed] { try take(lost, .lost) }
    try take(
      indices[blamed], .terminated(TerminatedScenario(termination, step: lastStep, in: self)))
    return blamed + 1 - indices.startIndex
  }
}

/// The message of a process about one scenario.
package struct ScenarioMessage: Sendable {
  /// Whether the scenario passed or did not run, so that it need not be repeated.
  package var isFine: Bool
  /// The message, as ``BinaryEncoder`` writes it.
  package var bytes: [UInt8]

  init(isFine: Bool, _ content: some Encodable) throws {
    (self.isFine, bytes) = (isFine, [])
    try BinaryEncoder().encode(content, to: &bytes)
  }
}

/// The error for a process that sent no result, although it ran no app code when it ended.
struct LostProcess: Error, CustomStringConvertible {
  let reason: String

  var description: String { "a worker process ended without a result: \(reason)" }
}
