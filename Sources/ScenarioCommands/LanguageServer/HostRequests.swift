import Foundation
import ScenarioRunning
import Synchronization

/// The requests of an editor's server to a host, one at a time.
///
/// Of the requests that come while one is answered, only the newest follows. One that takes seconds
/// is stopped for it. To stop each one would take longer than most, because the process would have
/// to start again.
final class HostRequests {
  /// A request that has ended, with its answer, or an error if the host ended before it.
  typealias Ended = (request: HostRequest, answer: Result<HostAnswer, any Error>)

  /// The ended requests, which tasks put here for the server's thread.
  private final class Inbox: Sendable {
    private let ends = Mutex<[(number: Int, end: Ended)]>([])
    private let bell = Pipe()

    /// A descriptor that can be read when there is something.
    var descriptor: Int32 { bell.fileHandleForReading.fileDescriptor }

    func add(_ number: Int, _ end: Ended) {
      ends.withLock { ends in
        ends.append((number, end))
        bell.fileHandleForWriting.write(Data([0]))
      }
    }

    func takeAll() -> [(number: Int, end: Ended)] {
      ends.withLock { ends in
        defer { ends = [] }
        var bytes = [UInt8](repeating: 0, count: ends.count)
        if !ends.isEmpty { _ = Foundation.read(descriptor, &bytes, bytes.count) }
        return ends
      }
    }
  }

  private let process: HostProcess
  private let inbox = Inbox()
  private var number = 0
  private var current: (request: HostRequest, began: ContinuousClock.Instant)?
  private var wanted: HostRequest?

  init(folder: String) { process = HostProcess(folder: folder) }

  /// A descriptor that can be read when a request has ended.
  var descriptor: Int32 { inbox.descriptor }

  /// Whether no request waits or is answered.
  var isFree: Bool { current == nil && wanted == nil }

  /// The stamp of the executable; `nil` while a build writes it.
  var build: FileStamp? { process.build }

  /// Sends a request as soon as no other one is answered.
  func send(_ request: HostRequest) {
    wanted = current?.request == request ? nil : request
    goOn()
  }

  /// Returns the requests that have ended since the last call, without waiting.
  func events() -> [Ended] {
    let ended = inbox.takeAll()
    if ended.contains(where: { $0.number == number }) { current = nil }
    goOn()
    return ended.map(\.end)
  }

  private func goOn() {
    guard let request = wanted else { return }
    if let current, ContinuousClock.now - current.began < HostProcess.patience { return }
    wanted = nil
    let isLate = current != nil
    current = (request, .now)
    number += 1
    Task { [process, inbox, number] in
      if isLate { await process.stop() }
      let answer = await Task { try await process.answer(to: request) }.result
      inbox.add(number, (request, answer))
    }
  }

  /// Ends the process.
  func stop() {
    let isDone = DispatchSemaphore(value: 0)
    Task { [process] in
      await process.stop()
      isDone.signal()
    }
    isDone.wait()
  }
}
