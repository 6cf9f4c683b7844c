import CWorkers
import Foundation
import ScenarioReports

/// The supervisor of a run: it starts workers in parallel and forwards their messages.
///
/// It ends workers that make no progress. It runs no code of the app, so the app can neither end it
/// nor change the results that it keeps. Until its last worker has ended, its process has one
/// thread and runs no task: see ``ChildProcess``.
package final class Supervisor {
  /// The outcome of a run.
  package enum End: Equatable {
    case finished
    /// A signal requested the end; the workers have been killed.
    case interrupted(signal: Int32)
    /// The receiver of events requested the end; the workers have been killed.
    case stopped
  }

  /// An error that makes a run impossible.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A worker and its remaining work.
  private final class Lane {
    var job: StoryJob
    var attempts = 0
    let worker: Worker
    var hasEnded = false
    /// Whether another worker must go on with the job.
    var handsOver = false

    init(_ job: StoryJob, _ worker: Worker) {
      self.job = job
      self.worker = worker
    }
  }

  private let executable: String?
  private let variation: ProcessVariation?
  private let work: (StoryJob, WorkerResources, MessageWriter) throws -> Void
  private var lanes: [Lane] = []

  /// - Parameters:
  ///   - executable: The path of an executable from which workers are started, such as this command
  ///     after a rebuild; `nil` to fork them.
  ///   - work: Runs a job and sends its events; called in a forked worker.
  package init(
    executable: String? = nil,
    work: @escaping (StoryJob, WorkerResources, MessageWriter) throws -> Void
  ) {
    self.executable = executable
    variation = nil
    self.work = work
  }

  /// Creates a supervisor of workers that are executed from this program.
  init(_ variation: ProcessVariation) {
    executable = SymbolTable.ownExecutable
    self.variation = variation
    work = { _, _, _ in }
  }

  /// Runs a worker for each job, in parallel.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - idle: A closure that is called several times a second.
  ///   - receive: A closure that is called with each event and its encoded bytes. If a worker had
  ///     to be replaced, events may arrive twice.
  package func run(
    _ jobs: [StoryJob], idle: () throws -> Void = {},
    receive: (RunEvent, ArraySlice<UInt8>) throws -> Void
  ) throws -> End {
    let signals = worker_catch_signals()
    let others = ChildProcess.all
    worker_adopt_orphans(1)
    defer {
      endAll()
      ChildProcess.killAll(except: others)
      worker_adopt_orphans(0)
      worker_release_signals()
    }
    for job in jobs { lanes.append(try start(job)) }
    var last = ContinuousClock.now
    while !lanes.isEmpty {
      var requests = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
      requests += lanes.map {
        pollfd(fd: $0.worker.child.messages, events: Int16(POLLIN), revents: 0)
      }
      poll(&requests, nfds_t(requests.count), 100)
      if requests[0].revents != 0 {
        var signal: UInt8 = 0
        if Foundation.read(signals, &signal, 1) == 1 { return .interrupted(signal: Int32(signal)) }
      }
      for (lane, request) in zip(lanes, requests.dropFirst()) where request.revents != 0 {
        try read(from: lane, receive)
      }
      let now = ContinuousClock.now
      if now - last >= Worker.interval {
        for lane in lanes {
          lane.worker.watch(after: now - last)
          if lane.worker.hasEnded { try finish(lane) }
        }
        try idle()
        last = now
      }
    }
    return .finished
  }

  // MARK: - Workers

  private func start(_ job: StoryJob, attempts: Int = 0) throws -> Lane {
    let lane = Lane(job, try executable.map { try execute($0, job) } ?? fork(job))
    lane.attempts = attempts
    return lane
  }

  private func execute(_ executable: String, _ job: StoryJob) throws -> Worker {
    let worker = try Worker(
      executing: executable, [executable], key: StoryJob.key, limits: job.limits,
      variation: variation)
    // A worker that can't read the job has terminated, which is reported as such.
    try? worker.send(encoded: Array(JSONEncoder().encode(job)))
    worker.endRequests()
    return worker
  }

  private func fork(_ job: StoryJob) throws -> Worker {
    // A live run uses the main run loop.
    try Worker(forking: job.limits, after: job.crashes, onMainThread: job.isLive) {
      [work] resources, writer in
      try writer.write(RunEvent.workerBegan(version: StoryJob.version))
      try work(job, resources, writer)
    }
  }

  private func read(
    from lane: Lane, _ receive: (RunEvent, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var isOpen = false
    do {
      isOpen = try lane.worker.read { try handle($0, from: lane, receive) }
    } catch is DamagedMessages {
      // App code that ran in the worker itself wrote them; its successor runs it in another process.
      kill(-lane.worker.child.id, SIGKILL)
    }
    if !isOpen { try finish(lane) }
  }

  private func handle(
    _ bytes: ArraySlice<UInt8>, from lane: Lane,
    _ receive: (RunEvent, ArraySlice<UInt8>) throws -> Void
  ) throws {
    let event = try BinaryDecoder().decode(RunEvent.self, from: bytes)
    switch event {
    case .workerBegan(let version):
      guard version == StoryJob.version else {
        throw Failure(description: "a worker has a different version; rebuild the command")
      }
    case .fileEnded(let file, let part):
      lane.job.files.removeAll { $0.number == file && $0.part == part }
    case .workerEnded, .problems:
      lane.hasEnded = true
      try receive(event, bytes)
    case .handsOver:
      lane.hasEnded = true
      lane.handsOver = true
    case .began, .planned, .ended, .shown: try receive(event, bytes)
    }
  }

  private func finish(_ lane: Lane) throws {
    lanes.removeAll { $0 === lane }
    defer { lane.worker.killGroups() }
    guard lane.hasEnded else {
      let status = lane.worker.child.wait()
      lane.worker.close()
      return try replace(lane, lane.worker.resources.termination(status))
    }
    lane.worker.close(isLeaving: true)
    guard lane.handsOver else { return }
    lane.job.mayRunInWorker = false
    lanes.append(try start(lane.job, attempts: lane.attempts))
  }

  /// Continues after a worker terminated outside of a scenario.
  private func replace(_ lane: Lane, _ termination: Termination) throws {
    let details = termination.details.map { "\n  \($0)" }.joined()
    switch lane.worker.resources.progress.phase {
    case .planning(let path, let line)
    where !termination.isFromOutside
      && !lane.job.crashes.contains {
        $0.path == path
      }:
      let planning = PlanningCrash(
        path: path, line: line, message: termination.message, details: termination.details)
      lane.job.crashes.append(planning)
      lanes.append(try start(lane.job))
    case .readingModules:
      throw Failure(
        description:
          "\(termination.message), while the command's `vocabularies` were read\(details)")
    case .readingSteps(let module):
      throw Failure(
        description:
          "\(termination.message), while the step definitions of the module \"\(module)\" were read\(details)"
      )
    default:
      guard lane.attempts < 3 else {
        throw Failure(description: "\(termination.message), in a worker process\(details)")
      }
      lane.job.mayRunInWorker = false
      lanes.append(try start(lane.job, attempts: lane.attempts + 1))
    }
  }

  private func endAll() {
    for lane in lanes {
      lane.worker.killGroups()
      // The worker may not lead its process group yet.
      kill(lane.worker.child.id, SIGKILL)
      lane.worker.close()
      _ = lane.worker.child.wait()
    }
    lanes = []
  }
}
