import CWorkers
import Foundation
import ScenarioReports

/// Runs of scenarios in processes that execute this program anew, for those that must not fork.
package struct ExecutedRuns: ScenarioRuns {
  /// A request to a worker.
  package struct Request: Codable, Sendable {
    /// The caller's index of the scenario.
    package var scenario: Int
    /// The path of the file, relative to the folder of scenarios.
    package var path: String
    /// The index of the scenario in the file.
    package var index: Int
    package var contents: ScenarioReport.Contents
    /// The job of a command with the file alone; `nil` in tests.
    var job: StoryJob?
    /// The first step after which the app may be observed.
    fileprivate var firstObservedStep = 0

    package init(scenario: Int, path: String, index: Int, contents: ScenarioReport.Contents) {
      (self.scenario, self.path) = (scenario, path)
      (self.index, self.contents) = (index, contents)
    }
  }

  /// The number of requests that a worker has in advance, so that it does not wait for the next
  /// one.
  ///
  /// A pipe holds some hundred of them.
  private static let requestsAtOnce = 32

  private let arguments: [String]
  private let key: String
  private let limits: WorkerLimits
  private let onPause: () throws -> Void
  private let request: (Int) -> Request

  /// - Parameters:
  ///   - arguments: The arguments of this process's executable, including its name.
  ///   - key: A text that identifies the stories for a worker.
  ///   - limits: The resources that the app may use.
  ///   - onPause: A closure that is called several times a second.
  ///   - request: Returns the request for the scenario with an index.
  package init(
    _ arguments: [String], key: String, limits: WorkerLimits = WorkerLimits(),
    onPause: @escaping () throws -> Void = {}, request: @escaping (Int) -> Request
  ) {
    (self.arguments, self.key, self.limits) = (arguments, key, limits)
    (self.onPause, self.request) = (onPause, request)
  }

  package func together(
    _ indices: [Int], observingFrom step: Int, _ receive: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int {
    let worker = try Worker(
      executing: SymbolTable.ownExecutable, arguments, key: key, limits: limits)
    var (sent, ended, isOpen, isDone) = (0, 0, true, false)
    var damage: DamagedMessages?
    var last = ContinuousClock.now
    while isOpen, !isDone {
      if sent == ended {
        let next = indices[sent...].prefix(Self.requestsAtOnce)
        sent = next.endIndex
        // If the worker has ended, its termination is found below.
        try? worker.send(
          next.map { index in
            var request = request(index)
            request.firstObservedStep = step
            return request
          })
      }
      if worker.hasMessages(within: 100) {
        do {
          isOpen = try worker.read { message in
            guard ended < indices.count, let isFine = message.first else { return }
            try receive(indices[ended], .ran(isFine: isFine == 1, bytes: message.dropFirst()))
            ended += 1
            isDone = isFine != 1 || ended == indices.count
          }
        } catch let error as DamagedMessages {
          (damage, isOpen) = (error, false)
          worker.killGroups()
        }
      }
      let now = ContinuousClock.now
      if now - last >= Worker.interval {
        worker.watch(after: now - last)
        last = now
        try onPause()
        if worker.hasEnded { isOpen = false }
      }
    }
    guard !isDone else { return ended }
    // Leave the process for the worker's `deinit` to reap, so that its ID is not reused.
    let status = worker.child.waitWithoutReaping()
    let termination = damage.map { Termination($0) } ?? worker.resources.termination(status)
    return try ended + worker.resources.report(termination, of: indices[ended...], receive)
  }

  /// Makes this process a worker, which serves requests until a scenario does not pass or their
  /// pipe is closed.
  ///
  /// - Parameters:
  ///   - startsPrograms: Whether an app may start programs.
  ///   - prepare: Returns a closure that runs the scenario of a request; its argument is what the
  ///     app prints.
  package static func serve(
    startsPrograms: Bool, _ prepare: (Request) throws -> (OutputCapture) throws -> ScenarioMessage
  ) -> Never {
    TestIssues.receive()
    var hasState = false
    Worker.serve { message, resources, writer in
      let request = try BinaryDecoder().decode(Request.self, from: message)
      var resources = resources
      if let job = request.job { resources.limits = job.limits }
      if !hasState {
        hasState = true
        try resources.beginRuns(startsPrograms: startsPrograms)
      }
      let run = try prepare(request)
      resources.progress.firstObservedStep = request.firstObservedStep
      let message = try resources.run(request.scenario) { try run(resources.capture) }
      try writer.write(first: message.isFine ? 1 : 0, message.bytes, flushes: true)
      return message.isFine
    }
  }
}
