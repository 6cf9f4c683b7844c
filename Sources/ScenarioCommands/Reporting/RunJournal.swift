import Foundation
import Glibc
import ScenarioLanguage
import ScenarioResults
import ScenarioWorkers

/// A file with the messages of a run in progress, from which the results are recovered if the
/// command is killed.
///
/// It begins with the start time of the run, its attempt and its number of files, followed by the
/// messages as workers sent them. The command holds a lock on the file while it runs.
final class RunJournal {
  /// The number of buffered bytes at which the journal is written; it is also written at intervals.
  private static let bufferSize = 256 * 1024

  private let file: URL
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates a journal; `nil` if it can't be created, in which case the run continues without it.
  ///
  /// - Parameters:
  ///   - began: The start time of the run.
  ///   - attempt: The number of the attempt, from 1.
  ///   - fileCount: The number of files to read.
  init?(in folder: URL, began: Date, attempt: Int, fileCount: Int) {
    file = folder.appending(path: "run-\(UUID().uuidString).journal")
    let ignored = folder.appending(path: ".gitignore")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: ignored.path) {
      try? Data("*\n".utf8).write(to: ignored)
    }
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX)
    let header = [began.timeIntervalSinceReferenceDate, Double(attempt), Double(fileCount)]
    header.withUnsafeBytes { buffer.append(contentsOf: $0) }
    flush()
  }

  deinit {
    // Closing does not unlock the file while a process that was just forked has the descriptor, too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

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

  /// Removes the journal after the run has been saved.
  func remove() { unlink(file.path) }

  // MARK: - Killed runs

  /// A journal whose command no longer runs.
  struct Abandoned {
    fileprivate let file: URL

    func remove() { unlink(file.path) }

    /// The recorded part of the run, marked as interrupted; `nil` if no scenario had ended and no
    /// file was broken.
    var run: RunReport? {
      guard let bytes = try? [UInt8](Data(contentsOf: file)), bytes.count > 24 else { return nil }
      let header = bytes.withUnsafeBytes { bytes in
        (0..<3).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
      }
      var run = RunReport(
        began: Date(timeIntervalSinceReferenceDate: header[0]), seconds: 0,
        origin: RunReport.Origin(
          command: "scenarios run", host: ProcessInfo.processInfo.hostName,
          attempt: Int(exactly: header[1]) ?? 1),
        isPartial: true)
      var results: [(ScenarioKey, ScenarioReport)] = []
      let texts = StoryTexts()
      var (planned, unplannedParts) = (0, [Int: Int]())
      var position = 24
      while bytes.count - position >= 4 {
        var length = 0
        for byte in 0..<4 { length |= Int(bytes[position + byte]) << (8 * byte) }
        position += 4
        // The last message may be incomplete.
        guard bytes.count - position >= length,
          let message = try? BinaryDecoder().decode(
            WorkerMessage.self, from: bytes[position..<position + length])
        else { break }
        position += length
        switch message {
        case .ran(let key, let scenario): results.append((key, scenario))
        case .planned(let summary):
          planned += summary.scenarios
          unplannedParts[summary.number, default: summary.parts] -= 1
          if let broken = summary.broken { run.brokenFiles.append(broken) }
          if let text = summary.text { texts.add(SourceFile(path: summary.path, text: text)) }
        case .begins, .problems, .finished, .handsOver, .ended: break
        }
      }
      run.scenarios = results.sorted { $0.0 < $1.0 }.map { _, scenario in
        var scenario = scenario
        texts.complete(&scenario)
        return scenario
      }
      run.problems = [
        .interrupted(
          notRun: planned - results.count,
          isPlanned: Double(unplannedParts.values.count { $0 == 0 }) == header[2])
      ]
      run.seconds = run.scenarios.reduce(0) { $0 + $1.seconds }
      return run.scenarios.isEmpty && run.brokenFiles.isEmpty ? nil : run
    }
  }

  /// Returns the journals in a folder whose commands no longer run.
  static func abandoned(in folder: URL) -> [Abandoned] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("run-") && $0.hasSuffix(".journal") }.sorted()
      .compactMap { name in
        let file = folder.appending(path: name)
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? Abandoned(file: file) : nil
      }
  }
}
