import Foundation
import ScenarioReports
import TestSupport
import Testing

@testable import ScenarioCommands

@Suite("Killed runs")
struct KilledRunTests {
  /// The number of runs to kill.
  private static let kills = Sample.number(3, whole: 6, everything: 200)

  private static let scenarioCount = 400

  let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }

  @Test func `a killed run leaves every earlier run in the history intact`() async throws {
    var moments = SeededGenerator(seed: 20_261_121)
    var kept = 0
    var killed = 0
    var (read, found): (Set<String>, Set<UUID>) = ([], [])
    // On a busy machine, the first processes are killed before they record a run.
    while killed < Self.kills || kept == 0 && killed < 200 {
      let ids = try await idsOfRuns(killedAfter: .random(in: 20...400, using: &moments))
      kept += ids.count
      killed += 1
      let history = try RunHistory(in: folder.url)
      for file in history.files where read.insert(file.name).inserted {
        let run = history.run(in: file)
        #expect(run?.scenarios.count == Self.scenarioCount)
        if let run { found.insert(run.id) }
      }
      #expect(history.notices == [])
      #expect(found.isSuperset(of: ids))
    }
    #expect(kept > 0)
    // Of the killed runs, only what was not complete is left.
    let names = folder.names.filter { $0 != "output" && !$0.hasSuffix(".new") }
    #expect(names == [".gitignore"] + folder.runs.map(\.lastPathComponent))
  }

  /// Starts a process that records runs and kills it.
  ///
  /// - Returns: The runs that the process reported as recorded.
  private func idsOfRuns(killedAfter milliseconds: Int) async throws -> Set<UUID> {
    let output = folder.url.appending(path: "output")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = FinishedProcess.executable(named: "HistoryWriter")
    process.arguments = [folder.url.path, "\(Self.scenarioCount)"]
    process.standardOutput = try FileHandle(forWritingTo: output)
    let status = try await process.runUntilExit { id in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        kill(id, SIGKILL)
      }
    }
    #expect(status == -SIGKILL)
    let lines = try folder.text(of: "output").split(separator: "\n")
    return Set(lines.map { $0.dropFirst("kept ".count) }.compactMap { UUID(uuidString: "\($0)") })
  }
}
