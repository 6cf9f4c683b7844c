import CWorkers
import Glibc
import ScenarioResults

// Workers of test processes, which must not fork. Such a worker has planned the scenarios itself,
// and runs one after another, all in its own process.
extension Worker {
  /// A request to run a scenario.
  package struct Request: Codable, Sendable {
    /// The index of the scenario among those that the worker has planned.
    package var scenario: Int
    package var keepsShown: Bool

    package init(scenario: Int, keepsShown: Bool) {
      self.scenario = scenario
      self.keepsShown = keepsShown
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

  /// Runs a scenario and waits until it has ended.
  ///
  /// After a termination, the worker can't be used any more.
  package func run(_ request: Request) throws -> End {
    do {
      try send(request)
    } catch {
      return end(of: request)
    }
    var last = ContinuousClock.now
    while true {
      var waiting = pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 100)
      if waiting.revents != 0 {
        var report: ScenarioReport?
        let isOpen = try read { message in
          let event = try BinaryDecoder().decode(RunEvent.self, from: message)
          if case .ended(_, let ended) = event { report = ended }
        }
        if let report { return .ran(report) }
        if !isOpen { return end(of: request) }
      }
      let now = ContinuousClock.now
      if now - last >= Self.interval {
        watch(after: now - last)
        last = now
        if hasEnded { return end(of: request) }
      }
    }
  }

  private func end(of request: Request) -> End {
    // Leave the process for `end()` to reap, so that its ID is not reused.
    let termination = resources.termination(child.waitWithoutReaping())
    guard case .running(let scenario, let step) = resources.progress.phase,
      scenario == request.scenario
    else { return .notStarted("\(termination.message), before the scenario began") }
    return .terminated(
      message: termination.message, details: termination.details, step: step,
      time: resources.progress.storyTime, output: resources.capture.text)
  }

  /// Makes this process a worker that runs scenarios until the request pipe is closed.
  ///
  /// - Parameter run: Runs the scenario of a request.
  package static func serveScenarios(_ run: (Request) -> ScenarioReport) -> Never {
    var state: ProcessState?
    serve { message, resources, writer in
      let request = try BinaryDecoder().decode(Request.self, from: message)
      if state == nil {
        state = try ProcessState()
        resources.progress.followSimulations()
        resources.limits.apply()
      }
      state?.restore()
      resources.capture.begin()
      resources.progress.runs(scenario: request.scenario)
      var report = run(request)
      worker_wait_for_termination()
      report.output = resources.capture.text
      let key = ScenarioKey(file: 0, part: 0, index: request.scenario)
      try writer.write(RunEvent.ended(key, report), flushes: true)
    }
  }
}
