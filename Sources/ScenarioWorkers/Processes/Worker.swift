import CWorkers
import Foundation
import ScenarioRunning

/// A worker process, as the process that started it sees it.
///
/// It is forked, which is fast, or executed, which a process that has run a task can do, too. Both
/// send the same messages. An executed worker gets requests.
package final class Worker {
  static let interval: Duration = .milliseconds(100)

  let resources: WorkerResources
  let child: ChildProcess
  private let requests: MessageWriter?
  private var requestEnd: Int32?
  private var isOpen = true
  /// The reader of its messages.
  var reader: MessageReader
  private var watchdog: Watchdog

  private init(_ resources: WorkerResources, _ child: ChildProcess, requestEnd: Int32? = nil) {
    (self.resources, self.child, self.requestEnd) = (resources, child, requestEnd)
    requests = requestEnd.map { MessageWriter(to: $0) }
    reader = MessageReader(from: child.messages)
    watchdog = Watchdog(limits: resources.limits, interval: Self.interval)
  }

  /// Forks a worker.
  ///
  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - crashes: The files whose planning has ended a worker before.
  ///   - onMainThread: Whether `work` runs on the main thread.
  ///   - work: The work; called in the worker.
  convenience init(
    forking limits: WorkerLimits, after crashes: [PlanningCrash], onMainThread: Bool,
    _ work: (WorkerResources, MessageWriter) throws -> Void
  ) throws {
    let resources = WorkerResources(
      progress: try WorkerProgress(), capture: try OutputCapture(), limits: limits)
    resources.progress.crashes = crashes
    let child = try ChildProcess(leadsGroup: true, onMainThread: onMainThread) { writer in
      resources.begin()
      try work(resources, writer)
    }
    self.init(resources, child)
  }

  /// Executes a worker, which is killed when the calling thread ends.
  ///
  /// - Parameters:
  ///   - executable: The path of the executable, which calls ``serve(_:)``.
  ///   - arguments: Its arguments, including its name.
  ///   - role: A text for the worker, where ``role`` returns it.
  ///   - limits: The resources that the app may use.
  ///   - variation: The differences from other processes; `nil` for the defaults of the system.
  convenience init(
    executing executable: String, _ arguments: [String], role: String, limits: WorkerLimits,
    variation: ProcessVariation? = nil
  ) throws {
    let (progress, output) = (worker_memory_file(), worker_memory_file())
    guard progress >= 0, output >= 0 else { throw SystemError("memfd_create") }
    defer { Foundation.close(progress) }
    let resources = WorkerResources(
      progress: try WorkerProgress(sharing: progress), capture: OutputCapture(sharing: output),
      limits: limits, executable: executable)
    var (requests, messages): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard worker_pipe(&requests) == 0, worker_pipe(&messages) == 0 else {
      throw SystemError("pipe")
    }
    defer {
      Foundation.close(requests[0])
      Foundation.close(messages[1])
    }
    let child = try ChildProcess(
      executing: executable, arguments, sharing: [requests[0], messages[1], progress, output],
      messages: messages[0], role: role, variation: variation)
    self.init(resources, child, requestEnd: requests[1])
  }

  // MARK: - The process that started it

  /// Sends requests to an executed worker.
  func send(_ next: [some Encodable]) throws {
    for request in next { try requests?.write(request) }
    try requests?.flush()
  }

  /// Sends a request that is encoded already.
  func send(encoded request: [UInt8]) throws {
    try requests?.forward(request[...])
    try requests?.flush()
  }

  /// Returns whether there are messages, or the pipe is closed, within some milliseconds.
  func hasMessages(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Whether the worker has ended and all of its messages are read.
  ///
  /// A process that the app left running may keep the pipe open.
  var hasEnded: Bool { child.hasEnded && !hasMessages(within: 0) }

  /// Kills the worker if it makes no progress.
  ///
  /// - Parameter span: The time since the previous call.
  func watch(after span: Duration) {
    watchdog.watch(resources, after: span)
    // The working process may be a fork of the worker; then nothing else notices a stopped worker.
    worker_go_on(child.id, resources.progress.memory.pointee.process != child.id ? 1 : 0)
  }

  /// Kills the processes that the worker and its forks have started and left running.
  func killGroups() {
    let forked = resources.progress.memory.pointee.process
    kill(-child.id, SIGKILL)
    if forked > 1, forked != child.id { kill(-forked, SIGKILL) }
  }

  /// Ends the requests, so that the worker ends after the last one.
  func endRequests() {
    if let requestEnd { Foundation.close(requestEnd) }
    requestEnd = nil
  }

  /// Closes the pipes.
  ///
  /// - Parameter isLeaving: Whether the worker has finished its work, so that nothing waits for it.
  func close(isLeaving: Bool = false) {
    isOpen = false
    endRequests()
    if isLeaving { child.release() } else { Foundation.close(child.messages) }
  }

  /// Ends the worker if it was not closed, and kills it if it does not end after its last request.
  deinit {
    guard isOpen else { return }
    endRequests()
    // The worker's end closes when it has ended and has written its coverage counts.
    var results = pollfd(fd: child.messages, events: Int16(POLLIN), revents: 0)
    while poll(&results, 1, 2_000) < 0, errno == EINTR {}
    killGroups()
    _ = child.wait()
    Foundation.close(child.messages)
  }

  // MARK: - The worker

  /// The role of this process; `nil` if it is not an executed worker.
  package static let role: String? = ChildProcess.inherited?.role

  /// Makes this process a worker, which serves requests until the request pipe is closed.
  ///
  /// - Parameter serve: Serves an encoded request, and returns whether this process can serve more.
  package static func serve(
    _ serve: (ArraySlice<UInt8>, WorkerResources, MessageWriter) throws -> Bool
  ) -> Never {
    withoutActuallyEscaping(serve) { serve -> Never in
      func work() -> Never {
        do {
          let shared = try ChildProcess.takeDescriptors(4)
          let resources = WorkerResources(
            progress: try WorkerProgress(sharing: shared[2]),
            capture: OutputCapture(sharing: shared[3]), limits: WorkerLimits())
          let end = ChildProcess.movedHigh(shared[1])
          if end != shared[1] { Foundation.close(shared[1]) }
          worker_replace_message_end(end)
          resources.begin()
          let writer = MessageWriter(to: end)
          var reader = MessageReader(from: shared[0])
          var goesOn = true
          while goesOn, try reader.read({ if goesOn { goesOn = try serve($0, resources, writer) } })
          {}
          worker_keep_coverage()
          ChildProcess.leave(0)
        } catch {
          ChildProcess.fail(error)
        }
      }
      // The app of a scenario in real time needs a main run loop, which tests have.
      if !ChildProcess.forks, Thread.isMainThread { try? MainRunLoop.runBeside { work() } }
      WorkThread.run(work)
    }
  }
}
