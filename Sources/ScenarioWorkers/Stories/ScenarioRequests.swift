import CWorkers
import Glibc
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

  /// Starts a worker, which is killed when the calling thread ends.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of this process's executable, including its name.
  ///   - key: A text that identifies the stories for the worker.
  ///   - limits: The resources that the app may use.
  package init(_ arguments: [String], key: String, limits: WorkerLimits) throws {
    worker = try Worker(executing: "/proc/self/exe", arguments, key: key, limits: limits)
  }

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
    var report = Runner.report(
      of: scenario, terminatedIn: step, with: (termination.message, termination.details),
      at: resources.progress.storyTime)
    report.output = resources.capture.text
    report.maskSecrets()
    return report
  }

  /// Makes this process a worker, which serves requests until a scenario does not pass or the request
  /// pipe is closed.
  ///
  /// - Parameter prepare: Returns a closure that runs the scenario of a request.
  package static func serve(_ prepare: (Request) throws -> () -> ScenarioReport) -> Never {
    TestIssues.receive()
    var state: ProcessState?
    Worker.serve { message, resources, writer in
      if state == nil {
        state = try ProcessState()
        resources.progress.followSimulations()
        resources.limits.apply()
      }
      let request = try BinaryDecoder().decode(Request.self, from: message)
      let run = try prepare(request)
      state?.restore()
      resources.capture.begin()
      resources.progress.runs(scenario: request.scenario)
      var report = run()
      worker_wait_for_termination()
      report.output = resources.capture.text
      let key = ScenarioKey(file: 0, part: 0, index: request.scenario)
      try writer.write(RunEvent.ended(key, report), flushes: true)
      return report.isFine
    }
  }
}
