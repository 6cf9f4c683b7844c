import CWorkers
import Foundation
import ScenarioReports
import ScenarioRunning

/// The supervisor of a run: it starts workers in parallel and forwards their messages.
///
/// It ends workers that make no progress. It runs no code of the app, so the app can neither end it
/// nor change the results that it keeps. Until its last worker has ended, its process has one
/// thread and runs no task: see ``ChildProcess``.
package final class Supervisor {
  /// The outcome of a run.
  package enum End: Equatable {
    case finished
    /// A signal requested the end, or the end of the owner; the workers have been killed.
    case interrupted(signal: Int32)
    /// The receiver of events requested the end; the workers have been killed.
    case stopped
  }

  /// A worker and its remaining work.
  private final class Slot {
    var job: StoryJob
    let attempts: Int
    let worker: Worker
    var hasEnded = false
    /// Whether another worker must go on with the job.
    var handsOver = false

    init(_ job: StoryJob, _ worker: Worker, attempts: Int) {
      (self.job, self.worker, self.attempts) = (job, worker, attempts)
    }
  }

  private let executable: String?
  private let variation: ProcessVariation?
  private let work: (StoryJob, WorkerResources, MessageWriter) throws -> Void
  private var slots: [Slot] = []

  /// - Parameters:
  ///   - executable: The path of an executable from which workers are started, such as this command
  ///     after a rebuild; `nil` to fork them.
  ///   - variation: The differences between executed workers; `nil` if there are none.
  ///   - work: Runs a job and sends its events; called in a forked worker.
  init(
    executable: String? = nil, variation: ProcessVariation? = nil,
    work: @escaping (StoryJob, WorkerResources, MessageWriter) throws -> Void = { _, _, _ in }
  ) { (self.executable, self.variation, self.work) = (executable, variation, work) }

  /// Runs a worker for each job, in parallel.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - idle: A closure that is called several times a second.
  ///   - receive: A closure that is called with each event. If a worker had to be replaced, events
  ///     may arrive twice.
  package func run(
    _ jobs: [StoryJob], idle: () throws -> Void = {}, receive: (RunEvent) throws -> Void
  ) throws -> End {
    // Before the first worker, whose environment must not differ from that of other runs.
    guard !OwnedProcess.hasLostOwner else { return .interrupted(signal: SIGHUP) }
    let signals = worker_catch_signals()
    let others = ChildProcess.all
    worker_adopt_orphans(1)
    defer {
      endAll()
      ChildProcess.killAll(except: others)
      worker_adopt_orphans(0)
      worker_release_signals()
    }
    for job in jobs { slots.append(try start(job)) }
    var last = ContinuousClock.now
    while !slots.isEmpty {
      if OwnedProcess.hasLostOwner { return .interrupted(signal: SIGHUP) }
      var requests = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
      requests += slots.map {
        pollfd(fd: $0.worker.child.messages, events: Int16(POLLIN), revents: 0)
      }
      poll(&requests, nfds_t(requests.count), 100)
      if requests[0].revents != 0 {
        var signal: UInt8 = 0
        if Foundation.read(signals, &signal, 1) == 1 { return .interrupted(signal: Int32(signal)) }
      }
      for (slot, request) in zip(slots, requests.dropFirst()) where request.revents != 0 {
        try read(from: slot, receive)
      }
      let now = ContinuousClock.now
      if now - last >= Worker.interval {
        for slot in slots {
          slot.worker.watch(after: now - last)
          if slot.worker.hasEnded { try finish(slot) }
        }
        try idle()
        last = now
      }
    }
    return .finished
  }

  // MARK: - Workers

  private func start(_ job: StoryJob, attempts: Int = 0) throws -> Slot {
    Slot(job, try executable.map { try execute($0, job) } ?? fork(job), attempts: attempts)
  }

  private func execute(_ executable: String, _ job: StoryJob) throws -> Worker {
    let worker = try Worker(
      executing: executable, [executable], role: StoryJob.role, limits: job.limits,
      variation: variation)
    // A worker that can't read the job has terminated, which is reported as such.
    try? worker.send(encoded: Array(JSONEncoder().encode(job)))
    worker.endRequests()
    return worker
  }

  private func fork(_ job: StoryJob) throws -> Worker {
    // An app in real time uses the main run loop.
    try Worker(forking: job.limits, after: job.crashes, onMainThread: job.world.isReal) {
      [work] resources, writer in
      try writer.write(RunEvent.workerBegan(version: StoryJob.version))
      try work(job, resources, writer)
    }
  }

  private func read(from slot: Slot, _ receive: (RunEvent) throws -> Void) throws {
    var isOpen = false
    do {
      isOpen = try slot.worker.reader.read { try handle($0, from: slot, receive) }
    } catch is DamagedMessages {
      // App code that ran in the worker itself wrote them; its successor runs it in another
      // process.
      kill(-slot.worker.child.id, SIGKILL)
    }
    if !isOpen { try finish(slot) }
  }

  private func handle(
    _ bytes: ArraySlice<UInt8>, from slot: Slot, _ receive: (RunEvent) throws -> Void
  ) throws {
    let event = try BinaryDecoder.decode(RunEvent.self, from: bytes)
    switch event {
    case .workerBegan(let version):
      guard version == StoryJob.version else {
        throw WorkerFailure(description: "a worker has a different version; rebuild the command")
      }
    case .fileEnded(let file, let part):
      slot.job.files.removeAll { $0.number == file && $0.part == part }
    case .workerEnded, .problems:
      slot.hasEnded = true
      try receive(event)
    case .handsOver:
      slot.hasEnded = true
      slot.handsOver = true
    case .planned, .ended, .shown: try receive(event)
    }
  }

  private func finish(_ slot: Slot) throws {
    slots.removeAll { $0 === slot }
    defer { slot.worker.killGroups() }
    guard slot.hasEnded else {
      let status = slot.worker.child.wait()
      slot.worker.close()
      return try replace(slot, slot.worker.resources.termination(status))
    }
    slot.worker.close(isLeaving: true)
    guard slot.handsOver else { return }
    slot.job.mayRunInWorker = false
    slots.append(try start(slot.job, attempts: slot.attempts))
  }

  /// Continues after a worker terminated outside of a scenario.
  private func replace(_ slot: Slot, _ termination: Termination) throws {
    func ended(_ occasion: String) -> WorkerFailure {
      let details = termination.details.map { "\n  \($0.english)" }.joined()
      return WorkerFailure(description: "\(termination.message), \(occasion)\(details)")
    }
    switch slot.worker.resources.progress.phase {
    case .planning(let path, let line)
    where !termination.isFromOutside && !slot.job.crashes.contains { $0.path == path }:
      let planning = PlanningCrash(
        path: path, line: line, message: termination.text, details: termination.details)
      slot.job.crashes.append(planning)
      slots.append(try start(slot.job))
    case .readingModules: throw ended("while the command's `vocabularies` were read")
    case .readingSteps(let module):
      throw ended("while the step definitions of the module \"\(module)\" were read")
    default:
      guard slot.attempts < 3 else { throw ended("in a worker process") }
      slot.job.mayRunInWorker = false
      slots.append(try start(slot.job, attempts: slot.attempts + 1))
    }
  }

  private func endAll() {
    for slot in slots {
      slot.worker.killGroups()
      // The worker may not lead its process group yet.
      kill(slot.worker.child.id, SIGKILL)
      slot.worker.close()
      _ = slot.worker.child.wait()
    }
    slots = []
  }
}
