#if History
import Foundation
import GRDB
import ScenarioEngine
import ScenarioResults

extension RunHeading {
  /// The heading that a row of the table of runs tells.
  init(_ row: Row) throws {
    self.init(
      id: UUID(uuidString: row["uuid"]) ?? UUID(),
      began: Date(timeIntervalSinceReferenceDate: row["began"]), seconds: row["seconds"],
      origin: RunReport.Origin(
        command: row["command"], host: row["host"], commit: row["commitID"], branch: row["branch"],
        isModified: row["isModified"], attempt: row["attempt"]),
      isPartial: row["isPartial"],
      summary: Summary(
        counts: [
          .passed: row["passed"], .failed: row["failed"], .blocked: row["blocked"],
          .skipped: row["skipped"], .knownIssue: row["knownIssues"],
        ], brokenFiles: row["brokenFileCount"]))
  }
}

extension ScenarioReport {
  static let columns = """
    wording.path, wording.titles, result.line, result.lastLine, wording.module, wording.tags,
    wording.text, result.verdict, result.reason, result.storyNanoseconds, result.seconds,
    result.traceHash, scenario.identity, result.brokenSince, result.brokenSinceCommit
    """

  static let columnCount = 15

  static let tables = """
    result JOIN wording ON wording.id = result.wording
    JOIN scenario ON scenario.id = result.scenario
    """

  /// The record that a row of the columns above tells, without what happened in detail.
  init(_ row: Row) throws {
    // By number: these are read a hundred thousand times.
    self.init(
      path: row[0], titles: Wording.split(row[1]), line: row[2], lastLine: row[3], module: row[4],
      tags: Wording.split(row[5]), text: row[6],
      // A verdict that this version doesn't know is none that a scenario failed with.
      verdict: Verdict(rawValue: row[7]) ?? .skipped, reason: row[8], storyNanoseconds: row[9],
      seconds: row[10], traceHash: row[11])
    identity = row[12]
    let since: Double? = row[13]
    brokenSince = since.map {
      Moment(date: Date(timeIntervalSinceReferenceDate: $0), commit: row[14])
    }
  }
}
#endif
