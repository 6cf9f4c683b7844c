import Foundation
import GRDB
import ScenarioReports

extension RunHeading {
  /// Creates a heading from a row of the table of runs.
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
          .undefined: row["undefined"],
        ], broken: row["broken"], brokenFiles: row["brokenFileCount"],
        problems: try RunReport.Problem.list(in: row)?.map(\.message) ?? []))
  }
}

extension RunReport.Problem {
  /// Returns the problems of the whole run in a row of the table of runs; `nil` if there are none.
  static func list(in row: Row) throws -> [Self]? {
    let problems: Data? = row["problems"]
    return try problems.map { try JSONDecoder().decode([Self].self, from: $0) }
  }
}

/// The texts of a history, each read once.
struct StoredTexts {
  private let select: Statement
  private var known: [Int64: StoryText] = [:]

  init(_ database: Database) throws {
    select = try database.makeStatement(sql: "SELECT text FROM text WHERE id = ?")
  }

  /// Returns a text by its ID.
  mutating func text(_ id: Int64) throws -> StoryText {
    if let text = known[id] { return text }
    let text = StoryText(try String.fetchOne(select, arguments: [id]) ?? "")
    known[id] = text
    return text
  }
}

extension ScenarioReport {
  static let columns = """
    wording.path, wording.titles, result.line, result.lastLine, wording.module, wording.tags,
    wording.text, result.verdict, result.reason, result.exemption, result.storyNanoseconds,
    result.seconds, result.traceHash, scenario.identity, result.brokenSince,
    result.brokenSinceCommit
    """

  static let columnCount = 16

  static let tables = """
    result JOIN wording ON wording.id = result.wording
    JOIN scenario ON scenario.id = result.scenario
    """

  /// Creates a report without details from a row of the columns above.
  init(_ row: Row, _ texts: inout StoredTexts) throws {
    // By index, because a hundred thousand rows are read.
    self.init(
      path: row[0], titles: Wording.split(row[1]), line: row[2], lastLine: row[3], module: row[4],
      tags: Wording.split(row[5]), text: try texts.text(row[6]),
      // An unknown verdict of another version must not count as a failure.
      verdict: Verdict(rawValue: row[7]) ?? .skipped, reason: row[8], storyNanoseconds: row[10],
      seconds: row[11], traceHash: row[12])
    let reason: String? = row[9]
    exemption = reason.flatMap(Exemption.init)
    identity = row[13]
    let since: Double? = row[14]
    brokenSince = since.map {
      Moment(date: Date(timeIntervalSinceReferenceDate: $0), commit: row[15])
    }
  }
}
