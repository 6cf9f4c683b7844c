import Foundation
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
  struct Ended: Error, CustomStringConvertible { var description: String }

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
    var reason = "the app ended the process that runs its stories"
    while let line = await current.errors.next() { reason = String(decoding: line, as: UTF8.self) }
    throw Ended(description: reason)
  }

  private func start() throws -> Running {
    guard let executable = Executable(), let build else {
      throw Ended(description: "the command is being built; try again in a moment")
    }
    let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: executable.path)
    process.arguments = [Self.command, folder]
    process.environment = OwnedProcess.environment
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    do { try process.run() } catch {
      throw Ended(description: "the command can't be started: \(error.localizedDescription)")
    }
    return Running(
      process: process, input: input.fileHandleForWriting,
      output: Lines(output.fileHandleForReading),
      errors: Lines(errors.fileHandleForReading), stamp: build)
  }
}

/// The lines of a stream, as they arrive.
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

  init(_ stream: FileHandle) {
    // Dispatch's event loop sometimes crashes when the end of a pipe and of its source coincide.
    Thread.detachNewThread { [self] in
      var data: Data
      repeat {
        data = stream.availableData
        receive(data)
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

  private func receive(_ data: Data) {
    state.withLock { state in
      state.hasEnded = state.hasEnded || data.isEmpty
      state.rest += data
      let newline = UInt8(ascii: "\n")
      // A long line comes in many pieces; only the last one can end it.
      if data.contains(newline) || data.isEmpty {
        let parts = state.rest.split(separator: newline, omittingEmptySubsequences: false)
        state.lines += parts.dropLast().map { Data($0) }
        state.rest = parts.last.map { Data($0) } ?? Data()
      }
      state.answer()
    }
  }
}
