import CWorkers
import Foundation
import ScenarioPlanning
import ScenarioResults
import ScenarioRunning

/// The scenarios that a test process requests from a worker.
///
/// A test process must not fork, so the worker is executed. It runs one scenario after another, all
/// in its own process.
package final class ScenarioRequests {
  /// A request to a worker.
  package struct Request: Codable, Sendable {
    /// A number by which the caller knows the scenario.
    package var scenario: Int
    /// The path of the file, relative to the folder of scenarios.
    package var path: String
    /// The index of the scenario in the file.
    package var index: Int
    package var contents: ScenarioReport.Contents
    /// The first step after which the values that the app shows are taken.
    package var firstObservedStep = 0

    package init(
      scenario: Int, path: String, index: Int, contents: ScenarioReport.Contents
    ) {
      self.scenario = scenario
      self.path = path
      self.index = index
      self.contents = contents
    }
  }

  private let worker: Worker
  /// The requests without a report, and the reports that ``next(_:)`` has not returned yet; oldest
  /// first.
  private var (pending, reports): ([Request], [ScenarioReport]) = ([], [])

  /// The first step after which a new worker may take the same observations again; `nil` unless
  /// this worker terminated in observations that its scenario does not ask for.
  package private(set) var nextObservedStep: Int?

  /// Starts a worker, which is killed when the calling thread ends.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of this process's executable, including its name.
  ///   - key: A text that identifies the stories for the worker.
  ///   - limits: The resources that the app may use.
  package init(_ arguments: [String], key: String, limits: WorkerLimits) throws {
    worker = try Worker(
      executing: SymbolTable.ownExecutable, arguments, key: key, limits: limits)
  }

  /// The processor time that the worker has used, in nanoseconds; 0 if it has ended.
  package var processorTime: Int64 { max(0, worker_processor_time(worker.child.id)) }

  /// Sends requests, which the worker runs one after another, up to the first scenario that does not
  /// pass.
  ///
  /// The worker does not have to wait for the next request then. A caller sends few at a time,
  /// because a pipe holds only some hundred of them.
  package func send(_ next: [Request]) {
    pending += next
    // If the worker has ended, ``next(_:)`` reports it.
    try? worker.send(next)
  }

  /// Waits until the scenario of the oldest request has ended.
  ///
  /// After a scenario that did not pass or a termination, the worker can't be used any more.
  package func next(_ scenario: PlannedScenario) throws -> ScenarioReport {
    let request = pending.removeFirst()
    var last = ContinuousClock.now
    while reports.isEmpty {
      var waiting = pollfd(fd: worker.child.messages, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 100)
      if waiting.revents != 0 {
        let isOpen = try worker.read { message in
          let event = try BinaryDecoder().decode(RunEvent.self, from: message)
          if case .ended(_, let report) = event { reports.append(report) }
        }
        if !isOpen, reports.isEmpty { return report(of: scenario, terminatedIn: request) }
      }
      let now = ContinuousClock.now
      if now - last >= Worker.interval {
        worker.watch(after: now - last)
        last = now
        if reports.isEmpty, worker.hasEnded {
          return report(of: scenario, terminatedIn: request)
        }
      }
    }
    return reports.removeFirst()
  }

  private func report(
    of scenario: PlannedScenario, terminatedIn request: Request
  ) -> ScenarioReport {
    let resources = worker.resources
    // Leave the process for the worker's `deinit` to reap, so that its ID is not reused.
    let termination = resources.termination(worker.child.waitWithoutReaping())
    guard case .running(let number, let step) = resources.progress.phase,
      number == request.scenario
    else {
      return Runner.report(
        of: scenario, terminatedIn: nil,
        with: ("\(termination.message), before the scenario began", []), at: .zero)
    }
    let terminated = TerminatedScenario(termination, step: step, in: resources)
    nextObservedStep = terminated.nextObservedStep
    var report = terminated.report(of: scenario)
    report.maskSecrets()
    return report
  }

  /// Makes this process a worker, which serves requests until a scenario does not pass or the request
  /// pipe is closed.
  ///
  /// - Parameters:
  ///   - startsPrograms: Whether an app may start programs.
  ///   - prepare: Returns a closure that runs the scenario of a request.
  package static func serve(
    startsPrograms: Bool, _ prepare: (Request) throws -> () -> ScenarioReport
  ) -> Never {
    TestIssues.receive()
    var hasState = false
    Worker.serve { message, resources, writer in
      if !hasState {
        hasState = true
        try ProcessState.seal(startsPrograms: startsPrograms)
        resources.progress.followSimulations()
        resources.limits.apply()
      }
      let request = try BinaryDecoder().decode(Request.self, from: message)
      let run = try prepare(request)
      resources.capture.begin()
      resources.progress.firstObservedStep = request.firstObservedStep
      resources.progress.runs(scenario: request.scenario)
      var report = run()
      worker_wait_for_termination()
      if report.isFine { resources.progress.endIfMessagesAreClosed() }
      report.output = resources.capture.text
      let key = ScenarioKey(file: 0, part: 0, index: request.scenario)
      try writer.write(RunEvent.ended(key, report), flushes: true)
      return report.isFine
    }
  }
}
