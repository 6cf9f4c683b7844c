import Foundation
import Glibc
import ScenarioResults
import ScenarioWorkers

/// A file with the messages of a run under way, from which its results are kept should the command
/// be killed.
///
/// It begins with the moment at which the run began; the messages follow as workers sent them. The
/// command holds a lock on it while it lives.
final class RunJournal {
  /// A journal is written when it has so many bytes to write, or some time has passed.
  private static let bufferSize = 256 * 1024

  private let file: URL
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Begins a journal; `nil` where there can be none, which changes nothing about the run.
  init?(in folder: URL, began: Date) {
    file = folder.appending(path: "run-\(UUID().uuidString).journal")
    let ignored = folder.appending(path: ".gitignore")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: ignored.path) {
      try? Data("*\n".utf8).write(to: ignored)
    }
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX)
    withUnsafeBytes(of: began.timeIntervalSinceReferenceDate) { buffer.append(contentsOf: $0) }
    flush()
  }

  deinit { close(descriptor) }

  func add(_ message: ArraySlice<UInt8>) {
    for byte in 0..<4 { buffer.append(UInt8(truncatingIfNeeded: message.count >> (8 * byte))) }
    buffer.append(contentsOf: message)
    if buffer.count >= Self.bufferSize { flush() }
  }

  func flush() {
    guard !buffer.isEmpty else { return }
    // If the disk is full, the run continues without a journal.
    _ = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Removes it: the run has been kept.
  func remove() { unlink(file.path) }

  // MARK: - Runs that were killed

  /// A journal whose command is no more.
  struct Left {
    fileprivate let file: URL

    func remove() { unlink(file.path) }

    /// The run as far as it came, as a partial one; `nil` where nothing had ended.
    var run: RunReport? {
      guard let bytes = try? [UInt8](Data(contentsOf: file)), bytes.count > 8 else { return nil }
      let moment = bytes.withUnsafeBytes { $0.loadUnaligned(as: TimeInterval.self) }
      var run = RunReport(
        began: Date(timeIntervalSinceReferenceDate: moment), seconds: 0,
        origin: RunReport.Origin(
          command: "scenarios run", host: ProcessInfo.processInfo.hostName),
        isPartial: true)
      var results: [(ScenarioKey, ScenarioReport)] = []
      var position = 8
      while bytes.count - position >= 4 {
        var length = 0
        for byte in 0..<4 { length |= Int(bytes[position + byte]) << (8 * byte) }
        position += 4
        // The last one may not have been written to its end.
        guard bytes.count - position >= length,
          let message = try? BinaryDecoder().decode(
            WorkerMessage.self, from: bytes[position..<position + length])
        else { break }
        position += length
        switch message {
        case .ran(let key, let scenario): results.append((key, scenario))
        case .planned(let summary):
          if let broken = summary.broken { run.brokenFiles.append(.init(broken)) }
        case .begins, .problems, .finished, .ended: break
        }
      }
      run.scenarios = results.sorted { $0.0 < $1.0 }.map(\.1)
      run.seconds = run.scenarios.reduce(0) { $0 + $1.seconds }
      return run.scenarios.isEmpty && run.brokenFiles.isEmpty ? nil : run
    }
  }

  /// The journals in a folder whose commands are no more.
  static func left(in folder: URL) -> [Left] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("run-") && $0.hasSuffix(".journal") }.sorted()
      .compactMap { name in
        let file = folder.appending(path: name)
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? Left(file: file) : nil
      }
  }
}
