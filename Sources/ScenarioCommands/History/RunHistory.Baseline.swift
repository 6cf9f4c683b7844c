import Foundation
import GRDB
import ScenarioLanguage
import ScenarioReports

extension RunHistory {
  /// The maximum number of partial runs that are combined with the last complete one; older ones
  /// add little.
  static let partialLimit = 50

  /// Returns the run to compare with.
  ///
  /// It is the last complete run, updated with the results of later runs of only some stories. A
  /// complete run after a run of one story is therefore compared in all stories.
  package func run(
    _ baseline: Baseline, branch: String?, besides id: UUID? = nil
  ) throws(HistoryError) -> RunReport? {
    let other = id?.uuidString ?? ""
    return try read { database in
      switch baseline {
      case .last:
        let newest =
          try Self.newest(database, besides: other, where: "branch IS ?", branch)
          ?? Self.newest(database, besides: other)
        return try newest.map {
          try Self.known(at: $0, database, besides: other, where: "branch IS ?", $0.branch)
        }
      case .named(let name):
        if let newest = try Self.newest(database, besides: other, where: "branch = ?", name) {
          return try Self.known(at: newest, database, besides: other, where: "branch IS ?", name)
        }
        let isCommit = name.count >= 4 && name.allSatisfy(\.isHexDigit)
        guard isCommit,
          let newest = try Self.newest(
            database, besides: other, where: "commitID GLOB ?", name.lowercased() + "*")
        else { return nil }
        return try Self.known(
          at: newest, database, besides: other, where: "commitID IS ?", newest.commit)
      }
    }
  }

  private struct Newest {
    var branch: String?
    var commit: String?
  }

  private static func newest(
    _ database: Database, besides id: String, where condition: String = "TRUE",
    _ arguments: String?...
  ) throws -> Newest? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT branch, commitID FROM run WHERE (\(condition)) AND uuid <> ?
        ORDER BY began DESC, id DESC LIMIT 1
        """,
      arguments: StatementArguments(arguments + [id])
    ).map { Newest(branch: $0["branch"], commit: $0["commitID"]) }
  }

  /// Returns the last complete run under a condition, updated with later runs of only some stories.
  private static func known(
    at newest: Newest, _ database: Database, besides id: String, where condition: String,
    _ argument: String?
  ) throws -> RunReport {
    let whole = try Row.fetchOne(
      database,
      sql: """
        SELECT * FROM run WHERE (\(condition)) AND uuid <> ? AND NOT isPartial
        ORDER BY began DESC, id DESC LIMIT 1
        """,
      arguments: [argument, id])
    let began: Double? = whole?["began"]
    let number: Int64? = whole?["id"]
    let partial = try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM run WHERE (\(condition)) AND uuid <> ? AND isPartial
          AND (? IS NULL OR (began, id) > (?, ?))
        ORDER BY began DESC, id DESC LIMIT ?
        """,
      arguments: [argument, id, began, began, number, partialLimit])
    var records = try ([whole].compactMap(\.self) + partial.reversed()).map {
      try record(of: $0, database)
    }
    var known = records.removeFirst()
    for record in records { known.update(with: record) }
    return known
  }

  private static func record(of row: Row, _ database: Database) throws -> RunReport {
    let heading = try RunHeading(row)
    let id: Int64 = row["id"]
    let files: Data? = row["brokenFiles"]
    var run = RunReport(
      id: heading.id, began: heading.began, seconds: heading.seconds, origin: heading.origin,
      isPartial: heading.isPartial ? true : nil, problems: try RunReport.Problem.list(in: row),
      brokenFiles: try files.map {
        try JSONDecoder().decode([BrokenFile].self, from: $0)
      } ?? [])
    run.scenarios.reserveCapacity(heading.summary.total)
    let cursor = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(ScenarioReport.columns) FROM \(ScenarioReport.tables) WHERE run = ?
        ORDER BY position
        """,
      arguments: [id])
    var texts = try StoredTexts(database)
    while let row = try cursor.next() {
      var scenario = try ScenarioReport(row, &texts)
      scenario.compact(after: run.scenarios.last)
      run.scenarios.append(scenario)
    }
    return run
  }
}
