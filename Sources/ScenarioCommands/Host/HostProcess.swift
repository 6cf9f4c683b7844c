import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers
import Synchronization

/// The process that runs stories for `scenarios studio`, `mcp` and `language-server`, from the
/// newest build that can be started.
///
/// It has one request at a time. A request that comes while an older one has been running for some
/// seconds ends that one: the app may be in an endless loop, and the text has changed.
actor HostProcess {
  /// The hidden command that the process runs.
  static let command = "host"

  /// The end of the process before its answer.
  struct Ended: Error, CustomStringConvertible {
    let reason: Message
    var description: String { reason.english }
  }

  /// The time after which a request is stopped for the next one.
  static let patience = Duration.seconds(3)

  private struct Running {
    let process: Process
    let input: FileHandle
    let output: Lines
    let errors: Lines
    let stamp: FileStamp
  }

  private let folder: String
  private var running: Running?
  private var last: Task<HostAnswer, any Error>?
  private var began: ContinuousClock.Instant?

  init(folder: String) { self.folder = folder }

  /// Returns the answer to a request.
  ///
  /// - Throws: ``Ended`` if the process ended or can't be started.
  func answer(to request: HostRequest) async throws -> HostAnswer {
    if let began, ContinuousClock.now - began >= Self.patience { stop() }
    let earlier = last
    let task = Task {
      _ = await earlier?.result
      return try await exchange(request)
    }
    last = task
    return try await task.value
  }

  /// The stamp of the executable; `nil` while a build writes it.
  nonisolated var build: FileStamp? { Executable()?.stamp }

  /// Ends the process, which ends those that it has forked.
  func stop() {
    // The system ends its workers with it.
    if let running { kill(running.process.processIdentifier, SIGKILL) }
    running = nil
  }

  private func exchange(_ request: HostRequest) async throws -> HostAnswer {
    if let build, running?.stamp != build { stop() }
    let current = try running ?? start()
    (running, began) = (current, .now)
    defer { began = nil }
    // If the process has ended, it has no answer, either.
    try? current.input.write(contentsOf: try JSONEncoder().encode(request) + Data("\n".utf8))
    var results = Data()
    while let line = await current.output.next() {
      guard line.starts(with: HostAnswer.start) else {
        results += line + Data("\n".utf8)
        continue
      }
      var answer = try JSONDecoder().decode(HostAnswer.Line.self, from: line).answer
      if !results.isEmpty {
        let text = String(decoding: results, as: UTF8.self)
        answer.run = try ResultsFile.records(in: text, path: Self.command).first
      }
      return answer
    }
    if running?.process === current.process { running = nil }
    var reason: Message = "the app ended the process that runs its stories"
    while let line = await current.errors.next() {
      reason = Message(verbatim: String(decoding: line, as: UTF8.self))
    }
    throw Ended(reason: reason)
  }

  private func start() throws -> Running {
    guard let executable = Executable(), let build else {
      throw Ended(reason: "the command is being built; try again in a moment")
    }
    let process = executable.process([Self.command, folder])
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    do { try process.run() } catch {
      throw Ended(reason: "the command can't be started: \(error.localizedDescription)")
    }
    return Running(
      process: process, input: input.fileHandleForWriting,
      output: Lines(output.fileHandleForReading),
      errors: Lines(errors.fileHandleForReading), stamp: build)
  }
}

/// The lines of a stream, or its other parts, as they arrive.
final class Lines: Sendable {
  private struct State {
    var rest = Data()
    var lines: [Data] = []
    var waiting: CheckedContinuation<Data?, Never>?
    var hasEnded = false

    /// Gives the task that waits the next line, or the end, if there is one.
    mutating func answer() {
      guard let waiting, !lines.isEmpty || hasEnded else { return }
      self.waiting = nil
      waiting.resume(returning: lines.isEmpty ? nil : lines.removeFirst())
    }
  }

  private let state = Mutex(State())

  /// - Parameter take: Takes the parts that new data complete from the data so far.
  init(
    _ stream: FileHandle, take: @escaping @Sendable (Data, inout Data) -> [Data] = Lines.lines
  ) {
    // Dispatch's event loop sometimes crashes when the end of a pipe and of its source coincide.
    Thread.detachNewThread { [self] in
      var data: Data
      repeat {
        data = stream.availableData
        state.withLock { state in
          state.hasEnded = data.isEmpty
          state.lines += take(data, &state.rest)
          state.answer()
        }
      } while !data.isEmpty
    }
  }

  /// Returns the next line; `nil` after the last one.
  ///
  /// Only one task may wait.
  func next() async -> Data? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.waiting = continuation
        state.answer()
      }
    }
  }

  private static func lines(_ data: Data, _ rest: inout Data) -> [Data] {
    rest += data
    // A long line comes in many pieces; only the last one can end it.
    let newline = UInt8(ascii: "\n")
    guard data.contains(newline) else { return [] }
    let parts = rest.split(separator: newline, omittingEmptySubsequences: false).map { Data($0) }
    rest = parts.last ?? Data()
    return parts.dropLast()
  }
}
