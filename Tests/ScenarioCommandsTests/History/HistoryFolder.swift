import Foundation
import ScenarioReports
import ScenarioRunning
import TestSupport
import Testing

@testable import ScenarioCommands

/// A temporary folder for a history, removed on deinitialization.
final class HistoryFolder {
  private let temporary: TemporaryFolder
  var url: URL { temporary.url.appending(path: "history", directoryHint: .isDirectory) }

  init() throws { temporary = try TemporaryFolder() }

  /// The names of all files, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// The files of runs, the oldest run first.
  var runs: [URL] {
    names.filter { RunFile(name: $0) != nil }.map { url.appending(path: $0) }
  }

  /// Returns the file of the newest run.
  func newest() throws -> URL { try #require(runs.last) }

  /// Returns the text of a file.
  func text(of name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// Returns a message with the random folder name replaced by `FOLDER`.
  func stable(_ problem: HistoryError?) -> String? {
    problem?.description.replacing(url.relativePath, with: "FOLDER")
  }

  /// Returns the message about a damaged file.
  func damage(of file: URL) -> String {
    let name = file.lastPathComponent
    return "the file FOLDER/\(name) of the history is damaged; it was renamed to damaged-\(name), "
      + "and nothing is compared with it"
  }

  /// Records a run in this folder.
  @discardableResult
  func compareAndRecord(_ run: RunReport) -> ComparedRun {
    RunHistory.compareAndRecord(run, in: url)
  }

  /// Records a run of scenarios in this folder.
  @discardableResult
  func record(
    _ scenarios: [ScenarioReport], hours: Double = 0, branch: String? = "main",
    commit: String? = "1f3c2aa9", isPartial: Bool? = nil
  ) -> ComparedRun {
    compareAndRecord(
      LampRuns.run(
        scenarios, hours: hours, branch: branch, commit: commit, isPartial: isPartial))
  }
}

/// Sample runs of scenarios about a lamp.
enum LampRuns {
  static let noon = Date(timeIntervalSince1970: 1_763_640_000)

  /// The hours from noon to four days ago; a later run is not pruned.
  static let recently = (Date.now.timeIntervalSince(noon) / 3600 - 96).rounded()

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
}

extension ScenarioReport {
  static func lamp(
    _ title: String, _ verdict: Verdict = .passed, says: String = "when: pressed",
    path: String = "Scenarios/lamp.yaml"
  ) -> ScenarioReport {
    ScenarioReport(
      path: path, titles: ["Lamp", title], line: 4, lastLine: 4, module: "lamp",
      tags: ["home", "smoke"], text: "- scenario: \(title)\n  \(says)", verdict: verdict,
      reason: verdict == .skipped ? "too bright" : nil, storyNanoseconds: 2_000_000_000,
      seconds: 0.25, traceHash: "")
  }
}
