import Foundation
import ScenarioLanguage
import ScenarioReports

/// The results file of a run in progress, from which the results are recovered if the command is
/// killed.
///
/// The command holds a lock on the file while it runs.
final class RunJournal {
  private let file: URL
  private let descriptor: Int32
  /// The results so far, which ``flush()`` writes.
  var results: ResultsWriter

  /// Creates a journal; `nil` if it can't be created, in which case the run continues without it.
  ///
  /// - Parameter run: The run without results.
  init?(in folder: URL, _ run: RunReport) {
    file = folder.appending(path: "run-\(UUID().uuidString).journal")
    try? RunHistory.prepare(folder)
    descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0, let results = try? ResultsWriter(run) else { return nil }
    self.results = results
    flock(descriptor, LOCK_EX)
    flush()
  }

  deinit {
    // Closing does not unlock the file while a process that was just forked has the descriptor,
    // too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes the results so far; if the disk is full, the run continues without a journal.
  func flush() {
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(results.take().utf8))
  }

  /// Removes the journal after the run has been saved.
  func remove() { unlink(file.path) }

  // MARK: - Killed runs

  /// Returns the run in a journal, marked as interrupted; `nil` if no scenario had ended and no
  /// file was broken.
  ///
  /// - Throws: An error if another version wrote the journal.
  static func run(in file: URL) throws -> RunReport? {
    guard var run = try ResultsFile.interruptedRun(at: file.relativePath),
      !run.scenarios.isEmpty || !run.brokenFiles.isEmpty
    else { return nil }
    run.origin.host = ProcessInfo.processInfo.hostName
    run.seconds = run.scenarios.reduce(0) { $0 + $1.seconds }
    // Scenarios end in any order.
    run.scenarios.sort { ($0.path, $0.line, $0.name) < ($1.path, $1.line, $1.name) }
    var shared = SharedNotes()
    for index in run.scenarios.indices { shared.settle(in: &run.scenarios[index]) }
    return run
  }

  /// Calls a closure with each journal in a folder whose command no longer runs.
  ///
  /// The journal is locked meanwhile, so that only one of several commands saves and removes it.
  static func forEachAbandoned(in folder: URL, _ body: (URL) -> Void) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where name.hasPrefix("run-") && name.hasSuffix(".journal") {
      let file = folder.appending(path: name)
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      // Another command may have removed it before this one had the lock.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, access(file.path, F_OK) == 0 { body(file) }
    }
  }

  /// Saves the recorded parts of runs whose commands were killed.
  ///
  /// - Parameter branch: The branch that is checked out, which a run in progress need not know yet.
  static func keepKilledRuns(in folder: URL, branch: @autoclosure () -> String?) {
    forEachAbandoned(in: folder) { journal in
      do {
        if var run = try Self.run(in: journal) {
          run.origin.branch = branch()
          RunHistory.compareAndRecord(run, in: folder).problems.report()
        }
      } catch {
        let reason = (error as? Diagnostic)?.message ?? "\(error)"
        Console.error.report(.warning, "the results of a killed run can't be used: \(reason)")
      }
      unlink(journal.path)
    }
  }
}

extension [HistoryError] {
  /// Reports the problems with a history as warnings.
  func report() { for problem in self { Console.error.report(.warning, "\(problem)") } }
}
