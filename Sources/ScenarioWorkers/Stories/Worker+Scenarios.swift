import CWorkers
import Glibc
import ScenarioResults

// Workers of test processes, which must not fork. Such a worker plans a file when one of its
// scenarios is requested, and runs one after another, all in its own process.
extension Worker {
  /// A request to run a scenario.
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

  /// The outcome of a scenario.
  package enum End {
    case ran(ScenarioReport)
    /// The process terminated in a step; the time is story time, and the output is what was printed.
    case terminated(message: String, details: [String], step: Int?, time: Duration, output: String?)
    /// The process ended before it ran the scenario.
    case notStarted(String)
  }

  /// Sends requests, which the worker runs one after another, up to the first scenario that does not
  /// pass.
  ///
  /// The worker does not have to wait for the next request then. A caller sends few at a time,
  /// because a pipe holds only some hundred of them.
  package func request(_ next: [Request]) {
    pending += next.map(\.scenario)
    // If the worker has ended, ``next()`` reports it.
    try? send(next)
  }

  /// Waits until the scenario of the oldest request has ended.
  ///
  /// After a scenario that did not pass or a termination, the worker can't be used any more.
  package func next() throws -> End {
    let scenario = pending.removeFirst()
    var last = ContinuousClock.now
    while reports.isEmpty {
      var waiting = pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 100)
      if waiting.revents != 0 {
        let isOpen = try read { message in
          let event = try BinaryDecoder().decode(RunEvent.self, from: message)
          if case .ended(_, let report) = event { reports.append(report) }
        }
        if !isOpen, reports.isEmpty { return end(of: scenario) }
      }
      let now = ContinuousClock.now
      if now - last >= Self.interval {
        watch(after: now - last)
        last = now
        if reports.isEmpty, hasEnded { return end(of: scenario) }
      }
    }
    return .ran(reports.removeFirst())
  }

  private func end(of scenario: Int) -> End {
    // Leave the process for `deinit` to reap, so that its ID is not reused.
    let termination = resources.termination(child.waitWithoutReaping())
    guard case .running(let running, let step) = resources.progress.phase, running == scenario
    else { return .notStarted("\(termination.message), before the scenario began") }
    return .terminated(
      message: termination.message, details: termination.details, step: step,
      time: resources.progress.storyTime, output: resources.capture.text)
  }

  /// Makes this process a worker that runs scenarios until one does not pass or the request pipe is
  /// closed.
  ///
  /// - Parameter prepare: Returns a closure that runs the scenario of a request.
  package static func serveScenarios(
    _ prepare: (Request) throws -> () -> ScenarioReport
  ) -> Never {
    var state: ProcessState?
    serve { message, resources, writer in
      let request = try BinaryDecoder().decode(Request.self, from: message)
      let run = try prepare(request)
      if state == nil {
        state = try ProcessState()
        resources.progress.followSimulations()
        resources.limits.apply()
      }
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
