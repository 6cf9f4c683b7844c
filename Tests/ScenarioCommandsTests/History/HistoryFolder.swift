import Foundation
import GRDB
import ScenarioCommands
import ScenarioReports
import ScenarioRunning
import TestSupport

/// A temporary folder for a history, removed on deinitialization.
final class HistoryFolder {
  private let temporary: TemporaryFolder
  var url: URL { temporary.url.appending(path: "history", directoryHint: .isDirectory) }

  init() throws { temporary = try TemporaryFolder() }

  var file: URL { url.appending(path: RunHistory.fileName) }

  /// The names of the files, without SQLite's `-wal` and `-shm` files.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  /// Returns a message with the random folder name replaced by `FOLDER`.
  func stable(_ problem: HistoryError?) -> String? {
    problem?.description.replacing(url.relativePath, with: "FOLDER")
  }

  /// Records a run in this folder.
  @discardableResult
  func compareAndRecord(_ run: RunReport) -> ComparedRun {
    RunHistory.compareAndRecord(run, in: url)
  }
}

/// Sample runs of scenarios about a lamp.
enum LampRuns {
  static let noon = Date(timeIntervalSince1970: 1_763_640_000)

  static func run(
    _ scenarios: [ScenarioReport], hours: Double = 0, branch: String? = "main",
    commit: String? = "1f3c2aa9", isPartial: Bool? = nil
  ) -> RunReport {
    RunReport(
      began: noon.addingTimeInterval(hours * 3600), seconds: 1.5,
      origin: .init(
        command: "scenarios run", host: "lamp", commit: commit, branch: branch, isModified: false),
      isPartial: isPartial, scenarios: scenarios)
  }

  static func scenario(
    _ title: String, _ verdict: Verdict = .passed, says: String = "when: pressed",
    path: String = "Scenarios/lamp.yaml"
  ) -> ScenarioReport {
    ScenarioReport(
      path: path, titles: ["Lamp", title], line: 4, lastLine: 5, module: "lamp",
      tags: ["home", "smoke"], text: "- scenario: \(title)\n  \(says)", verdict: verdict,
      reason: verdict == .skipped ? "too bright" : nil, storyNanoseconds: 2_000_000_000,
      seconds: 0.25, traceHash: "00ff")
  }
}
