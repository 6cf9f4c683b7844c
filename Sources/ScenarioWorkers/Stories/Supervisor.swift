import CWorkers
import Glibc
import ScenarioResults

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
  }

  /// An error that makes a run impossible.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A worker and its remaining work.
  private final class Lane {
    var job: StoryJob
    var attempts = 0
    let process: WorkerProcess
    let child: ChildProcess
    var reader: MessageReader
    var watchdog: Watchdog
    var hasEnded = false
    /// Whether another worker must go on with the job.
    var handsOver = false

    init(
      _ job: StoryJob, _ process: WorkerProcess, _ child: ChildProcess, _ watchdog: Watchdog
    ) {
      self.job = job
      self.process = process
      self.child = child
      self.watchdog = watchdog
      reader = MessageReader(from: child.messages)
    }
  }

  private static let interval: Duration = .milliseconds(100)

  private let limits: WorkerLimits
  private let executable: String?
  private let work: (StoryJob, WorkerProcess, MessageWriter) throws -> Void
  private var lanes: [Lane] = []

  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - executable: The path of an executable from which workers are started, such as this command
  ///     after a rebuild; `nil` to fork them.
  ///   - work: Runs a job and sends its messages; called in a forked worker.
  package init(
    limits: WorkerLimits, executable: String? = nil,
    work: @escaping (StoryJob, WorkerProcess, MessageWriter) throws -> Void
  ) {
    self.limits = limits
    self.executable = executable
    self.work = work
  }

  /// Runs a worker for each job, in parallel.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - idle: A closure that is called several times a second.
  ///   - receive: A closure that is called with each message and its encoded bytes. If a worker had
  ///     to be replaced, messages may arrive twice.
  package func run(
    _ jobs: [StoryJob], idle: () throws -> Void = {},
    receive: (WorkerMessage, ArraySlice<UInt8>) throws -> Void
  ) throws -> End {
    let signals = worker_catch_signals()
    defer {
      endAll()
      worker_release_signals()
    }
    for job in jobs { lanes.append(try start(job)) }
    var last = ContinuousClock.now
    while !lanes.isEmpty {
      var requests = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
      requests += lanes.map { pollfd(fd: $0.child.messages, events: Int16(POLLIN), revents: 0) }
      poll(&requests, nfds_t(requests.count), 100)
      if requests[0].revents != 0 {
        var signal: UInt8 = 0
        if Glibc.read(signals, &signal, 1) == 1 { return .interrupted(signal: Int32(signal)) }
      }
      for (lane, request) in zip(lanes, requests.dropFirst()) where request.revents != 0 {
        try read(from: lane, receive)
      }
      let now = ContinuousClock.now
      if now - last >= Self.interval {
        for lane in lanes {
          lane.watchdog.watch(lane.process, after: now - last)
          // The working process may be a fork of the worker; then nothing else notices a stopped
          // worker.
          if lane.process.progress.memory.pointee.process != lane.child.id {
            lane.child.goOnIfStopped()
          }
          // A process that the app left running may keep the pipe open.
          if lane.child.hasEnded, !hasMessages(lane) { try finish(lane) }
        }
        try idle()
        last = now
      }
    }
    return .finished
  }

  // MARK: - Workers

  private func start(_ job: StoryJob, attempts: Int = 0) throws -> Lane {
    let (process, child) =
      try executable.map { try StartedWorker.start($0, job, limits) } ?? fork(job)
    let lane = Lane(job, process, child, Watchdog(limits: limits, interval: Self.interval))
    lane.attempts = attempts
    return lane
  }

  private func fork(_ job: StoryJob) throws -> (WorkerProcess, ChildProcess) {
    let process = try WorkerProcess(limits: limits, after: job.crashes)
    let work = work
    // A live run uses the main run loop.
    let child = try ChildProcess(leadsGroup: true, onMainThread: job.isLive) { writer in
      try writer.write(WorkerMessage.begins(version: StoryJob.version))
      process.begin()
      try work(job, process, writer)
    }
    return (process, child)
  }

  private func read(
    from lane: Lane, _ receive: (WorkerMessage, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var isOpen = false
    do {
      isOpen = try lane.reader.read { try take($0, from: lane, receive) }
    } catch is DamagedMessages {
      // App code that ran in the worker itself wrote them; its successor runs it in another process.
      kill(-lane.child.id, SIGKILL)
    }
    if !isOpen { try finish(lane) }
  }

  private func take(
    _ bytes: ArraySlice<UInt8>, from lane: Lane,
    _ receive: (WorkerMessage, ArraySlice<UInt8>) throws -> Void
  ) throws {
    let message = try BinaryDecoder().decode(WorkerMessage.self, from: bytes)
    switch message {
    case .begins(let version):
      guard version == StoryJob.version else {
        throw Failure(description: "a worker has a different version; rebuild the command")
      }
    case .finished(let file, let part):
      lane.job.files.removeAll { $0.number == file && $0.part == part }
      try receive(message, bytes)
    case .ended, .problems:
      lane.hasEnded = true
      try receive(message, bytes)
    case .handsOver:
      lane.hasEnded = true
      lane.handsOver = true
    case .planned, .ran: try receive(message, bytes)
    }
  }

  private func hasMessages(_ lane: Lane) -> Bool {
    var request = pollfd(fd: lane.child.messages, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private func finish(_ lane: Lane) throws {
    lanes.removeAll { $0 === lane }
    // Kill processes that the app started and left running.
    let forked = lane.process.progress.memory.pointee.process
    defer {
      kill(-lane.child.id, SIGKILL)
      if forked > 1, forked != lane.child.id { kill(-forked, SIGKILL) }
    }
    guard lane.hasEnded else {
      close(lane.child.messages)
      return try replace(lane, lane.child.wait())
    }
    lane.child.release()
    guard lane.handsOver else { return }
    lane.job.mayRunInWorker = false
    lanes.append(try start(lane.job, attempts: lane.attempts))
  }

  /// Continues after a worker terminated outside of a scenario.
  private func replace(_ lane: Lane, _ status: ExitStatus) throws {
    let termination = lane.process.termination(status)
    let details = termination.details.map { "\n  \($0)" }.joined()
    switch lane.process.progress.phase {
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
      kill(-lane.child.id, SIGKILL)
      // The worker may not lead its process group yet.
      kill(lane.child.id, SIGKILL)
      close(lane.child.messages)
      _ = lane.child.wait()
    }
    lanes = []
  }
}
