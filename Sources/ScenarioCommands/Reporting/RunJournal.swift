import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioWorkers

/// A file with the events of a run in progress, from which the results are recovered if the
/// command is killed.
///
/// The command holds a lock on the file while it runs.
final class RunJournal {
  private let file: URL
  private let descriptor: Int32
  private let writer: MessageWriter

  /// Creates a journal; `nil` if it can't be created, in which case the run continues without it.
  ///
  /// - Parameter start: The first event.
  init?(in folder: URL, _ start: RunStart) {
    file = folder.appending(path: "run-\(UUID().uuidString).journal")
    try? RunHistory.prepare(folder)
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    writer = MessageWriter(to: descriptor)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX)
    try? writer.write(RunEvent.began(start), flushes: true)
  }

  deinit {
    // Closing does not unlock the file while a process that was just forked has the descriptor,
    // too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  // If the disk is full, the run continues without a journal.

  /// Adds an encoded event.
  func add(_ event: ArraySlice<UInt8>) { try? writer.forward(event) }

  func flush() { try? writer.flush() }

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
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var start: RunStart?
      var results: [(ScenarioKey, ScenarioReport)] = []
      var brokenFiles: [BrokenFile] = []
      let texts = StoryTexts()
      var (planned, unplannedParts) = (0, [Int: Int]())
      var reader = MessageReader(from: descriptor)
      // The file may end in the middle of an event.
      while (try? reader.read { bytes in
        switch try BinaryDecoder().decode(RunEvent.self, from: bytes) {
        case .began(let began): start = began
        case .ended(let key, let scenario): results.append((key, scenario))
        case .planned(let summary):
          planned += summary.scenarios
          unplannedParts[summary.number, default: summary.parts] -= 1
          if let broken = summary.broken { brokenFiles.append(broken) }
          if let text = summary.text { texts.add(SourceFile(path: summary.path, text: text)) }
        case .shown, .problems, .workerBegan, .fileEnded, .handsOver, .workerEnded: break
        }
      }) == true {}
      guard let start else { return nil }
      var run = RunReport(
        began: start.date, seconds: 0,
        origin: RunReport.Origin(
          command: "scenarios run", host: ProcessInfo.processInfo.hostName, attempt: start.attempt),
        scope: start.scope, isPartial: true, brokenFiles: brokenFiles)
      var shared = SharedNotes()
      run.scenarios = results.sorted { $0.0 < $1.0 }.map { _, scenario in
        var scenario = scenario
        shared.settle(in: &scenario)
        texts.complete(&scenario)
        return scenario
      }
      run.problems = [
        .interrupted(
          notRun: planned - results.count,
          isPlanned: unplannedParts.values.count { $0 == 0 } == start.fileCount)
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
