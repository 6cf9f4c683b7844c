import Foundation
import HTTPTypes
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// The process that runs stories for `scenarios studio`, `mcp` and `language-server`, from the
/// newest build that can be started.
///
/// It has one request at a time. A request that comes while an older one has been running for some
/// seconds ends that one: the app may be in an endless loop, and the text has changed.
actor HostProcess {
  /// The hidden command that the process runs.
  static let command = "host"

  /// The time after which a request is stopped for the next one.
  static let patience = Duration.seconds(3)

  private struct Running {
    let process: Process
    let input: FileHandle
    let output: AsyncStream<Data>
    let errors: AsyncStream<Data>
    let stamp: FileStamp
  }

  private let folder: String
  private var running: Running?
  private var last: Task<HostAnswer, any Error>?
  private var began: ContinuousClock.Instant?

  init(folder: String) { self.folder = folder }

  /// Returns the answer to a request.
  ///
  /// - Throws: ``RequestFailure`` if the process ended or can't be started.
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
    for await line in current.output {
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
    for await line in current.errors {
      reason = Message(verbatim: String(decoding: line, as: UTF8.self))
    }
    throw RequestFailure(reason, .internalServerError)
  }

  private func start() throws -> Running {
    guard let executable = Executable(), let build else {
      throw RequestFailure(
        "the command is being built; try again in a moment", .internalServerError)
    }
    let process = executable.process([Self.command, folder])
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    do { try process.run() } catch {
      throw RequestFailure(
        "the command can't be started: \(error.localizedDescription)", .internalServerError)
    }
    return Running(
      process: process, input: input.fileHandleForWriting,
      output: AsyncStream(linesOf: output.fileHandleForReading),
      errors: AsyncStream(linesOf: errors.fileHandleForReading), stamp: build)
  }
}

extension AsyncStream<Data> {
  /// Creates the lines of a stream, or its other parts, as they arrive.
  ///
  /// - Parameter take: Takes the parts that new data complete from the data so far.
  init(
    linesOf stream: FileHandle,
    take: @escaping @Sendable (Data, inout Data) -> [Data] = Self.lines
  ) {
    self.init { continuation in
      // Dispatch's event loop sometimes crashes when the end of a pipe and of its source coincide.
      Thread.detachNewThread {
        var (data, rest) = (Data(), Data())
        repeat {
          data = stream.availableData
          for part in take(data, &rest) { continuation.yield(part) }
        } while !data.isEmpty
        continuation.finish()
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
