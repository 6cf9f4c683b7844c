import Foundation
import ScenarioReports
import Testing

@testable import ScenarioCommands

@Suite("Damaged and unwritable histories")
struct HistoryTroubleTests {
  let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }
  private let run = LampRuns.run([.lamp("On")])

  /// A run with a result that the one before it does not have.
  private let next = LampRuns.run([.lamp("On", .failed), .lamp("Off", says: "a")], hours: 1)

  @Test(arguments: ["history.sqlite", "2025-11-20T12.00.00.000Z_a_b_whole_c.v2.run"])
  func `the history says once that it does not read runs of another version, and leaves them`(
    name: String
  ) throws {
    let file = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data("runs".utf8).write(to: file)
    let first = folder.compareAndRecord(run)
    #expect(
      problems(of: first) == [
        "the history FOLDER has runs of another version of scenarios, which are not read; if you "
          + "don't need them, delete them, such as \(name)"
      ])
    #expect(first.comparison.earlier == nil)
    let second = folder.compareAndRecord(next)
    #expect(second.problems == [])
    #expect(second.comparison.earlier?.id == run.id)
    #expect(try Data(contentsOf: file) == Data("runs".utf8))
  }

  @Test(arguments: [
    "½_a_b_whole_c", "2025_a_b_whole_c", "2025_a_b_all_9B1D0A3E-5C57-4B56-8F0A-1D8A0C5B2E4F",
  ])
  func `a file that only ends like a run is left alone`(name: String) throws {
    let file = folder.url.appending(path: "\(name).v\(RunReport.currentVersion).1.run")
    folder.compareAndRecord(run)
    try Data("foreign".utf8).write(to: file)
    let compared = folder.compareAndRecord(next)
    #expect(compared.problems == [])
    #expect(compared.comparison.earlier?.id == run.id)
    #expect(folder.names.contains(file.lastPathComponent))
  }

  @Test func `a damaged run is renamed, and the one before it is compared with`() throws {
    folder.compareAndRecord(run)
    folder.compareAndRecord(next)
    let file = try folder.newest()
    try Data("This was a run once.".utf8 + Data(count: 5000)).write(to: file)
    let compared = folder.record([.lamp("On")], hours: 2)
    #expect(problems(of: compared) == [folder.damage(of: file)])
    #expect(compared.comparison.earlier?.id == run.id)
    #expect(compared.trend.map(\.id) == [run.id, compared.run.id])
    #expect(folder.names.contains("damaged-\(file.lastPathComponent)"))
    #expect(folder.runs.count == 2)
    let last = folder.record([.lamp("On")], hours: 3)
    #expect(last.problems == [])
    #expect(last.comparison.earlier?.id == compared.run.id)
  }

  @Test
  func `a run that is cut off or has a changed byte anywhere is never compared with`() throws {
    folder.compareAndRecord(run)
    folder.compareAndRecord(next)
    let file = try folder.newest()
    let whole = try Data(contentsOf: file)
    // Without its last line break, nothing is missing.
    for number in 0..<200 {
      let index = (whole.count - 1) * number / 200
      try whole.prefix(index).write(to: file)
      try expectDamage(of: file, "cut after \(index) bytes")
      var bytes = whole
      bytes[index] ^= 0x11
      try bytes.write(to: file)
      try expectDamage(of: file, "changed at \(index)")
    }
    // Between two lines, each line that is left is right.
    for (index, byte) in whole.enumerated().dropLast() where byte == UInt8(ascii: "\n") {
      try whole.prefix(index + 1).write(to: file)
      try expectDamage(of: file, "cut after a line at \(index)")
    }
  }

  private func problems(of run: ComparedRun) -> [String?] {
    run.problems.map { folder.stable($0) }
  }

  private func expectDamage(of file: URL, _ what: Comment) throws {
    let history = try RunHistory(in: folder.url)
    #expect(history.lastRun(of: "main")?.id == run.id, what)
    #expect(history.notices.map { folder.stable($0) } == [folder.damage(of: file)], what)
  }

  @Test func `a damaged heading in the history is left out of the trend and reported`() throws {
    folder.compareAndRecord(run)
    let file = try folder.newest()
    folder.compareAndRecord(next)
    var bytes = try Data(contentsOf: file)
    bytes[30] ^= 1
    try bytes.write(to: file)
    let last = folder.record([.lamp("On")], hours: 2)
    #expect(problems(of: last) == [folder.damage(of: file)])
    #expect(last.comparison.earlier?.id == next.id)
    #expect(last.trend.map(\.id) == [next.id, last.run.id])
  }

  @Test func `a full disk loses no earlier run of the history`() throws {
    let kept = folder.compareAndRecord(run)
    let unfinished = folder.url.appending(path: "\(next.id)-\(getpid()).new")
    try FileManager.default.createSymbolicLink(
      atPath: unfinished.path, withDestinationPath: "/dev/full")
    let compared = folder.compareAndRecord(next)
    #expect(
      problems(of: compared) == ["the history FOLDER can't be written: the disk is full"])
    #expect(compared.comparison.earlier?.id == run.id)
    let history = try RunHistory(in: folder.url)
    #expect(history.lastRun(of: "main") == kept.run)
    #expect(folder.names == [".gitignore"] + folder.runs.map(\.lastPathComponent))
  }

  @Test func `a history that cannot be written for another reason is reported`() throws {
    folder.compareAndRecord(run)
    let unfinished = folder.url.appending(path: "\(next.id)-\(getpid()).new")
    try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
    #expect(
      problems(of: folder.compareAndRecord(next)) == [
        "the history FOLDER can't be written: Is a directory"
      ])
  }

  @Test func `a history folder that cannot be written is reported`() throws {
    try Data().write(to: folder.url)
    let remembered = folder.compareAndRecord(run)
    #expect(
      folder.stable(remembered.problems.first)?.hasPrefix(
        "the folder FOLDER can't be written, so there is no history: ") == true)
    #expect(remembered.trend.count == 1)
  }

  @Test func `concurrent writers all record their runs in the history`() async throws {
    let url = folder.url
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let scenarios = (0..<50).map { ScenarioReport.lamp("On \($0)", says: "when: \($0)") }
          let run = LampRuns.run(scenarios, hours: Double(number))
          #expect(RunHistory.compareAndRecord(run, in: url).problems == [])
        }
      }
    }
    let history = try RunHistory(in: url)
    #expect(history.runs(limit: 99).count == 8)
    #expect(history.scenarios(named: "Lamp").count == 50)
  }

  @Test
  func `two runs that are saved at once a hundred times are all in the history`() async throws {
    for number in 0..<100 {
      let url = folder.url
      let runs = (0..<2).map { index in
        // Both began at the same moment.
        LampRuns.run(
          [.lamp("On", index == 0 ? .passed : .failed)],
          hours: LampRuns.recently + Double(number) / 2)
      }
      await withTaskGroup { group in
        for run in runs {
          group.addTask { #expect(RunHistory.compareAndRecord(run, in: url).problems == []) }
        }
      }
      let saved = try RunHistory(in: url).runs(limit: 2)
      #expect(Set(saved.map(\.id)) == Set(runs.map(\.id)))
    }
    #expect(folder.runs.count == 200)
  }

  @Test func `runs that create the history at the same time all succeed`() async {
    for number in 0..<50 {
      let url = folder.url.appending(path: "\(number)")
      let run = run
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            #expect(throws: Never.self) { _ = try RunHistory(in: url) }
          }
        }
      }
      #expect(RunHistory.compareAndRecord(run, in: url).problems == [])
    }
  }

  @Test func `a run that is recorded twice appears once in the history`() throws {
    folder.compareAndRecord(run)
    folder.compareAndRecord(run)
    let history = try RunHistory(in: folder.url)
    #expect(history.runs(limit: 99).count == 1)
    #expect(folder.runs.count == 1)
  }
}
