import CWorkers
import Foundation
import ScenarioLanguage
import ScenarioResults

/// Runs of scenarios in processes that are forked from this one.
///
/// This process has planned the scenarios. It runs none itself, except in ``here(_:_:)``.
package struct ForkedRuns {
  /// The message of a process about one scenario.
  package struct Report: Sendable {
    /// Whether the scenario passed or did not run, so that it need not be repeated.
    package var isFine: Bool
    /// The message, as ``BinaryEncoder`` writes it.
    package var bytes: [UInt8]
  }

  /// The outcome of a scenario.
  enum End {
    case ran(isFine: Bool, bytes: ArraySlice<UInt8>)
    case terminated(TerminatedScenario)
    /// The scenario ran, but its process terminated before it sent the result.
    case lost

    var isFine: Bool { if case .ran(true, _) = self { true } else { false } }
  }

  /// The dependence of a scenario that passes alone on earlier ones in its process.
  struct OrderDependence {
    /// The scenario after which it fails; `nil` if no single one was found.
    var predecessor: Int?
  }

  /// A number that varies the order of memory; 0 for none.
  var memorySeed: UInt64 = 0

  /// Whether the app may start programs.
  var startsPrograms = false

  private let resources: WorkerResources
  private let onMainThread: Bool
  private let run: (Int) throws -> Report
  private let onPause: () throws -> Void

  /// - Parameters:
  ///   - resources: Those of this process.
  ///   - onMainThread: Whether a scenario runs on the main thread of its process.
  ///   - onPause: A closure that is called when all messages that a process has sent are handed
  ///     over.
  ///   - run: Runs the scenario with an index; called in the forked process.
  package init(
    in resources: WorkerResources, onMainThread: Bool = false,
    onPause: @escaping () throws -> Void = {},
    run: @escaping (Int) throws -> Report
  ) {
    self.onPause = onPause
    self.resources = resources
    self.onMainThread = onMainThread
    self.run = run
  }

  /// Runs scenarios and reports how each ended.
  ///
  /// - Parameters:
  ///   - count: The number of scenarios.
  ///   - isolated: Whether each scenario runs in a process of its own. If not, many scenarios share
  ///     a process, and each one that does not pass runs again in a process of its own. The verdict
  ///     of the second run counts.
  ///   - take: A closure that is called with each scenario. Those of a shared process that run
  ///     again come last.
  func run(
    _ count: Int, isolated: Bool, _ take: (Int, End, OrderDependence?) throws -> Void
  ) throws {
    guard !isolated else {
      for index in 0..<count { try take(index, try alone(index), nil) }
      return
    }
    // A process begins with `first`, and each scenario in it may depend on those since `first`.
    var (first, next, searches) = (0, 0, 0)
    while next < count {
      first = next
      var again: [(index: Int, isLost: Bool)] = []
      next += try together(Array(next..<count)) { index, end in
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

  /// Runs scenarios one after another in one process.
  ///
  /// - Parameters:
  ///   - indices: The scenarios.
  ///   - take: A closure that is called with each scenario that ended, in order. The last one may
  ///     have terminated; those after it have not run.
  /// - Returns: The number of scenarios that ended.
  @discardableResult
  func together(_ indices: [Int], _ take: (Int, End) throws -> Void) throws -> Int {
    let child = try ChildProcess(leadsGroup: true, onMainThread: onMainThread) { writer in
      resources.progress.begin()
      let flushing = indices.count > 1 ? PeriodicFlush(of: writer) : nil
      defer { flushing?.end() }
      _ = try work(on: indices) { report in
        try writer.write(first: report.isFine ? 1 : 0, report.bytes, flushes: !report.isFine)
        return true
      }
    }
    defer {
      // Also kill processes that the app started and left running.
      kill(-child.id, SIGKILL)
      resources.progress.becomeWorkingProcess()
    }
    var reader = MessageReader(from: child.messages)
    var ended = 0
    var damage: DamagedMessages?
    do {
      while try reader.read(
        from: child,
        { message in
          guard ended < indices.count, let isFine = message.first else { return }
          try take(indices[ended], .ran(isFine: isFine == 1, bytes: message.dropFirst()))
          ended += 1
        })
      { try onPause() }
    } catch let error as DamagedMessages {
      damage = error
      kill(-child.id, SIGKILL)
    }
    guard ended < indices.count else {
      child.release()
      return ended
    }
    close(child.messages)
    var termination = resources.termination(child.wait())
    if let damage { termination = Termination(damage) }
    guard case .running(let index, let step) = resources.progress.phase,
      let terminated = indices[ended...].firstIndex(of: index)
    else { throw LostProcess(reason: termination.message) }
    for lost in indices[ended..<terminated] { try take(lost, .lost) }
    try take(
      indices[terminated],
      .terminated(TerminatedScenario(termination, step: step, in: resources)))
    return terminated + 1
  }

  /// Runs a scenario in a process of its own.
  ///
  /// If the process terminates in observations that the scenario does not ask for, it runs again
  /// without them.
  func alone(_ index: Int) throws -> End {
    let progress = resources.progress
    defer { progress.firstObservedStep = 0 }
    // A process that was killed from outside proves nothing about the app.
    var (attempts, limit) = (0, ObservationLimit())
    while attempts < 3 {
      var result: End?
      do {
        try together([index]) { _, end in result = end }
      } catch is LostProcess where attempts < 2 {}
      if case .terminated(let scenario)? = result {
        if let next = scenario.nextObservedStep {
          progress.firstObservedStep = limit.step(next)
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

  /// Does work in real time, on the main thread of a process of its own, and returns its result.
  ///
  /// - Parameters:
  ///   - resources: Those of this process.
  ///   - location: The location of the scenario that the work runs.
  ///   - body: The work; called in the forked process.
  /// - Throws: `Diagnostic` if the process terminated.
  package static func alone<Output: Codable>(
    in resources: WorkerResources, at location: Location, _ body: @escaping () throws -> Output
  ) throws -> Output {
    let runs = ForkedRuns(in: resources, onMainThread: true) { _ in
      var bytes: [UInt8] = []
      try BinaryEncoder().encode(try body(), to: &bytes)
      return Report(isFine: true, bytes: bytes)
    }
    switch try runs.alone(0) {
    case .ran(_, let bytes): return try BinaryDecoder().decode(Output.self, from: bytes)
    case .terminated(let scenario):
      throw Diagnostic(
        scenario.termination.message, at: location, hints: scenario.termination.details)
    case .lost: throw LostProcess(reason: "it sent no result")
    }
  }

  /// Runs all scenarios in this process, up to the first that does not pass.
  ///
  /// This process can't fork afterwards, because it has run tasks.
  ///
  /// - Returns: Whether all passed or were skipped.
  func here(_ count: Int, _ take: (Report) throws -> Void) throws -> Bool {
    defer { resources.progress.doesOwnWork() }
    return try work(on: Array(0..<count)) { report in
      if report.isFine { try take(report) }
      return report.isFine
    }
  }

  /// Runs scenarios in this process until `take` returns `false`.
  ///
  /// - Returns: Whether `take` never returned `false`.
  private func work(on indices: [Int], _ take: (Report) throws -> Bool) throws -> Bool {
    let (progress, capture) = (resources.progress, resources.capture)
    resources.limits.apply()
    worker_restore_pipe_signal()
    if memorySeed != 0 { worker_shuffle_memory(memorySeed) }
    progress.followSimulations()
    // Live runs have the folders of the user.
    if !onMainThread { try ProcessState.seal(startsPrograms: startsPrograms) }
    for index in indices {
      capture.begin()
      progress.runs(scenario: index)
      let report = try run(index)
      worker_wait_for_termination()
      if report.isFine { progress.endIfMessagesAreClosed() }
      guard try take(report) else { return false }
    }
    return true
  }
}

/// The error for a process that ended while it ran no app code.
struct LostProcess: Error, CustomStringConvertible {
  let reason: String

  var description: String { "a worker process ended before it ran its scenario: \(reason)" }
}

extension WorkerLimits {
  /// Limits memory in the system to 25% more than the watchdog allows, because it may check too
  /// late.
  func apply() {
    guard let memory else { return }
    var limit = rlimit(rlim_cur: rlim_t(memory + memory / 4), rlim_max: rlim_t(memory + memory / 4))
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    #else
    setrlimit(RLIMIT_DATA, &limit)
    #endif
  }
}
