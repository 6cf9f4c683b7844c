import CWorkers
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// Processes for scenarios that are forked from this one.
///
/// This process has planned the scenarios. It runs none itself, except in ``here(_:_:)``.
package struct ForkedProcesses: ScenarioProcesses {
  /// A number that varies the order of memory; 0 for none.
  var memorySeed: UInt64 = 0

  /// Whether the app may start programs.
  var startsPrograms = false

  /// The resources of this process.
  let resources: WorkerResources

  /// The world of the scenarios.
  private(set) var world = RunWorld.simulated

  /// A closure that is called when all messages that a process has sent are handed over.
  private(set) var onPause: () throws -> Void = {}

  /// Runs the scenario with an index; called in the forked process.
  let run: (Int) throws -> ScenarioMessage

  package func together(
    _ indices: [Int], observingFrom step: Int, _ receive: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int {
    resources.progress.firstObservedStep = step
    let child = try ChildProcess(leadsGroup: true, onMainThread: world.isReal) { writer in
      resources.progress.begin()
      let flushing = indices.count > 1 ? writer.flushPeriodically() : nil
      defer { flushing?.signal() }
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
          try receive(indices[ended], .ran(isFine: isFine == 1, bytes: message.dropFirst()))
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
    let status = child.wait()
    return try ended + resources.report(status, damage, of: indices[ended...], receive)
  }

  /// Does live work, on the main thread of a process of its own, and returns its result.
  ///
  /// - Parameters:
  ///   - resources: The resources of this process.
  ///   - location: The location of the scenario that the work runs.
  ///   - body: The work; called in the forked process.
  /// - Throws: `Diagnostic` if the process terminated.
  package static func alone<Output: Codable>(
    in resources: WorkerResources, at location: Location, _ body: @escaping () throws -> Output
  ) throws -> Output {
    let process = ForkedProcesses(resources: resources, world: .live) { _ in
      try ScenarioMessage(isFine: true, try body())
    }
    switch try process.alone(0) {
    case .ran(_, let bytes): return try BinaryDecoder.decode(Output.self, from: bytes)
    case .terminated(let scenario):
      let termination = scenario.termination
      throw Diagnostic(termination.text, at: location, hints: termination.details)
    case .lost: throw LostProcess(reason: "it sent no result")
    }
  }

  /// Runs all scenarios in this process, up to the first that does not pass.
  ///
  /// This process can't fork afterwards, because it has run tasks.
  ///
  /// - Returns: Whether all passed or were skipped.
  func here(_ count: Int, _ receive: (ScenarioMessage) throws -> Void) throws -> Bool {
    defer { resources.progress.doesOwnWork() }
    return try work(on: Array(0..<count)) { report in
      if report.isFine { try receive(report) }
      return report.isFine
    }
  }

  /// Runs scenarios in this process until `receive` returns `false`.
  ///
  /// - Returns: Whether `receive` never returned `false`.
  private func work(on indices: [Int], _ receive: (ScenarioMessage) throws -> Bool) throws -> Bool {
    worker_restore_pipe_signal()
    if memorySeed != 0 { worker_shuffle_memory(memorySeed) }
    try resources.beginRuns(startsPrograms: startsPrograms, in: world)
    for index in indices {
      guard try receive(resources.run(index) { try run(index) }) else { return false }
    }
    return true
  }
}
