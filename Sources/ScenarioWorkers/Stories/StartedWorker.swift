import CWorkers
import Foundation
import Glibc
import ScenarioKit

/// A worker that is started from an executable, such as the command rebuilt after an edit of the
/// app.
package enum StartedWorker {
  /// The instructions for a worker, as JSON because the executable may be of another version.
  private struct Order: Codable {
    var job: StoryJob
    var limits: WorkerLimits
  }

  private struct Version: Decodable {
    struct Job: Decodable { var version: Int }
    var job: Job
  }

  /// The descriptors for messages, progress, output and the order.
  private static let channel = SharedDescriptors(variable: "SCENARIOS_JOB")

  /// Starts a worker.
  static func start(
    _ executable: String, _ job: StoryJob, _ limits: WorkerLimits
  ) throws -> (WorkerProcess, ChildProcess) {
    let (progress, output, order) = (
      worker_memory_file(), worker_memory_file(), worker_memory_file()
    )
    guard progress >= 0, output >= 0, order >= 0 else { throw SystemError("memfd_create") }
    defer {
      close(progress)
      close(order)
    }
    let text = try JSONEncoder().encode(Order(job: job, limits: limits))
    try FileHandle(fileDescriptor: order).write(contentsOf: text)
    let process = WorkerProcess(
      progress: try WorkerProgress(sharing: progress, after: job.crashes),
      capture: OutputCapture(sharing: output), limits: limits, executable: executable)
    var ends: [Int32] = [0, 0]
    guard worker_pipe(&ends) == 0 else { throw SystemError("pipe") }
    defer { close(ends[1]) }
    let id = try channel.start(
      executable, [executable], sharing: [ends[1], progress, output, order])
    return (process, ChildProcess(id: id, messages: ends[0]))
  }

  /// Runs the worker and ends the process, if this process was started as a worker.
  package static func serve(vocabularies: () -> [Vocabulary]) {
    guard channel.received != nil else { return }
    WorkThread.run {
      do {
        try work(vocabularies: vocabularies)
        worker_keep_coverage()
        worker_leave(0)
      } catch {
        ChildProcess.fail(error)
      }
    }
  }

  private static func work(vocabularies: () -> [Vocabulary]) throws {
    let shared = try channel.take(4)
    // Use a high number, because an app may close descriptors that it did not open.
    let end = fcntl(shared[0], F_DUPFD_CLOEXEC, 500)
    worker_replace_message_end(end)
    let writer = MessageWriter(to: end)
    close(shared[0])
    try writer.write(WorkerMessage.begins(version: StoryJob.version), flushes: true)
    let text = try Data(contentsOf: URL(filePath: "/proc/self/fd/\(shared[3])"))
    // The supervisor has received this build's version and reports the difference.
    guard try JSONDecoder().decode(Version.self, from: text).job.version == StoryJob.version else {
      return
    }
    let order = try JSONDecoder().decode(Order.self, from: text)
    let process = WorkerProcess(
      progress: try WorkerProgress(sharing: shared[1], after: order.job.crashes),
      capture: OutputCapture(sharing: shared[2]), limits: order.limits)
    process.begin()
    process.progress.readsModules()
    try StoryWorker(
      order.job, vocabularies: vocabularies(), in: process, to: writer
    ).run()
    try writer.flush()
  }
}
