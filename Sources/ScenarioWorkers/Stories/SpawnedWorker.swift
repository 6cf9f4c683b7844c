import CWorkers
import Foundation
import Glibc
import ScenarioResults

/// A worker that is started from an executable, for test processes, which must not fork.
///
/// It runs one requested scenario after another, all in its own process.
package final class SpawnedWorker {
  /// The descriptors for requests, results, progress and output.
  private static let channel = SharedDescriptors(variable: "SCENARIOS_WORKER")

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

  /// The outcome of a scenario.
  package enum End {
    case ran(ScenarioReport)
    /// The process terminated in a step; the time is story time, and the output is what was printed.
    case terminated(message: String, details: [String], step: Int?, time: Duration, output: String?)
    /// The process ended before it ran the scenario.
    case notStarted(String)
  }

  private static let interval: Duration = .milliseconds(100)

  private let process: WorkerProcess
  private let id: pid_t
  private let requests: MessageWriter
  private let ends: (requests: Int32, results: Int32)
  private var reader: MessageReader
  private var watchdog: Watchdog
  /// The requests without a report, and the reports that nobody has taken yet; oldest first.
  private var (pending, reports): ([Request], [ScenarioReport]) = ([], [])

  /// Starts a worker.
  ///
  /// The worker is killed when the calling thread ends.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of this process's executable, including its name.
  ///   - key: A text that identifies the stories for the worker.
  package init(_ arguments: [String], key: String, limits: WorkerLimits) throws {
    let (file, output) = (worker_memory_file(), worker_memory_file())
    guard file >= 0, output >= 0 else { throw SystemError("memfd_create") }
    defer { close(file) }
    process = WorkerProcess(
      progress: try WorkerProgress(sharing: file), capture: OutputCapture(sharing: output),
      limits: limits)
    var (toWorker, fromWorker): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard worker_pipe(&toWorker) == 0, worker_pipe(&fromWorker) == 0 else {
      throw SystemError("pipe")
    }
    defer {
      close(toWorker[0])
      close(fromWorker[1])
    }
    id = try Self.channel.start(
      "/proc/self/exe", arguments, sharing: [toWorker[0], fromWorker[1], file, output], key: key)
    requests = MessageWriter(to: toWorker[1])
    ends = (toWorker[1], fromWorker[0])
    reader = MessageReader(from: fromWorker[0])
    watchdog = Watchdog(limits: limits, interval: Self.interval)
  }

  /// Ends the worker by closing the request pipe, and kills it if it does not end.
  deinit {
    close(ends.requests)
    // The worker's end closes when it has ended and has written its coverage counts.
    var results = pollfd(fd: ends.results, events: Int16(POLLIN), revents: 0)
    while poll(&results, 1, 2_000) < 0, errno == EINTR {}
    kill(-id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    close(ends.results)
  }

  /// Sends requests, which the worker runs one after another, up to the first scenario that does not
  /// pass.
  ///
  /// The worker does not have to wait for the next request then. A caller sends few at a time,
  /// because a pipe holds only some hundred of them.
  package func send(_ next: [Request]) {
    pending += next
    do {
      for request in next { try requests.write(request) }
      try requests.flush()
    } catch {
      // The worker has ended, which ``next()`` reports.
    }
  }

  /// Waits until the scenario of the oldest request has ended.
  ///
  /// After a scenario that did not pass or a termination, the worker can't be used any more.
  package func next() throws -> End {
    let request = pending.removeFirst()
    var last = ContinuousClock.now
    while reports.isEmpty {
      var waiting = pollfd(fd: ends.results, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, 100)
      if waiting.revents != 0 {
        let isOpen = try reader.read { message in
          reports.append(try BinaryDecoder().decode(ScenarioReport.self, from: message))
        }
        if !isOpen, reports.isEmpty { return try end(of: request) }
      }
      let now = ContinuousClock.now
      if now - last >= Self.interval {
        watchdog.watch(process, after: now - last)
        last = now
        if reports.isEmpty, ChildProcess(id: id, messages: ends.results).hasEnded,
          poll(&waiting, 1, 0) <= 0
        {
          return try end(of: request)
        }
      }
    }
    return .ran(reports.removeFirst())
  }

  private func end(of request: Request) throws -> End {
    // Leave the process for `deinit` to reap, so that its ID is not reused.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let status = ExitStatus(worker_status(&information))
    let termination = process.termination(status)
    guard case .running(let scenario, let step) = process.progress.phase,
      scenario == request.scenario
    else { return .notStarted("\(termination.message), before the scenario began") }
    return .terminated(
      message: termination.message, details: termination.details, step: step,
      time: process.progress.storyTime, output: process.capture.text)
  }

  // MARK: - The worker

  /// The key of this process; `nil` if it is not a worker.
  package static let key: String? = channel.received?.key

  /// Makes this process a worker, which serves requests until a scenario does not pass or the request
  /// pipe is closed.
  ///
  /// - Parameter prepare: Returns a closure that runs the scenario of a request.
  package static func serve(
    _ prepare: @escaping @Sendable (Request) throws -> () -> ScenarioReport
  ) -> Never {
    WorkThread.run {
      do {
        try work(prepare)
        worker_keep_coverage()
        worker_leave(0)
      } catch {
        ChildProcess.fail(error)
      }
    }
  }

  private static func work(_ prepare: (Request) throws -> () -> ScenarioReport) throws {
    let shared = try channel.take(4)
    let process = WorkerProcess(
      progress: try WorkerProgress(sharing: shared[2]),
      capture: OutputCapture(sharing: shared[3]), limits: WorkerLimits())
    process.begin()
    process.progress.followSimulations()
    process.limits.apply()
    var reader = MessageReader(from: shared[0])
    let writer = MessageWriter(to: shared[1])
    let processState = try ProcessState()
    var isFine = true
    while isFine,
      try reader.read({ message in
        guard isFine else { return }
        let request = try BinaryDecoder().decode(Request.self, from: message)
        let run = try prepare(request)
        processState.restore()
        process.capture.begin()
        process.progress.runs(scenario: request.scenario)
        var report = run()
        worker_wait_for_termination()
        report.output = process.capture.text
        isFine = report.isFine
        try writer.write(report, flushes: true)
      })
    {}
  }
}
