import Foundation
import GRDB
import ScenarioReports

extension RunHistory {
  /// Returns the verdicts in runs on a commit without local changes, by scenario identity.
  package func verdicts(onCommit commit: String) throws(HistoryError)
    -> [String: Set<Verdict>]
  {
    try read { database in
      var verdicts: [String: Set<Verdict>] = [:]
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT DISTINCT scenario.identity, result.verdict
          FROM run JOIN result ON result.run = run.id
          JOIN scenario ON scenario.id = result.scenario
          WHERE run.commitID = ? AND run.isModified = 0
            AND result.verdict IN ('passed', 'failed')
          """,
        arguments: [commit])
      while let row = try cursor.next() {
        guard let verdict = Verdict(rawValue: row[1]) else { continue }
        verdicts[row[0], default: []].insert(verdict)
      }
      return verdicts
    }
  }

  /// Returns the last runs, the newest first.
  package func runs(limit: Int, onlyWhole: Bool, branch: String?) throws(HistoryError)
    -> [RunHeading]
  {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM run WHERE (:branch IS NULL OR branch = :branch)
            AND (NOT :onlyWhole OR NOT isPartial)
          ORDER BY began DESC, id DESC LIMIT :limit
          """,
        arguments: ["branch": branch, "onlyWhole": onlyWhole, "limit": limit]
      ).map { try RunHeading($0) }
    }
  }

  /// Returns the scenarios whose name contains a text, or whose identity is the text.
  package func scenarios(named text: String) throws(HistoryError) -> [HistoryScenario] {
    try read { database in
      var names: [Int64: String] = [:]
      let wordings = try Row.fetchCursor(database, sql: "SELECT id, titles FROM wording")
      while let row = try wordings.next() {
        names[row[0]] = Wording.split(row[1]).joined(separator: " › ")
      }
      var isWhole = false
      var found: Set<Int64> = []
      let uses = try Row.fetchCursor(
        database,
        sql: """
          SELECT DISTINCT result.scenario, result.wording, scenario.identity
          FROM result JOIN scenario ON scenario.id = result.scenario
          """)
      while let row = try uses.next() {
        let name = names[row[1]] ?? ""
        let isThis = name == text || row[2] == text
        if isThis, !isWhole { (isWhole, found) = (true, []) }
        if isThis || !isWhole && name.contains(text) { found.insert(row[0]) }
      }
      return try found.compactMap { try Self.newest($0, database) }
        .sorted { ($0.path, $0.name) < ($1.path, $1.name) }
    }
  }

  private static func newest(_ scenario: Int64, _ database: Database) throws -> HistoryScenario? {
    var texts = try StoredTexts(database)
    return try Row.fetchOne(
      database,
      sql: """
        SELECT \(ScenarioReport.columns) FROM \(ScenarioReport.tables)
        JOIN run ON run.id = result.run WHERE result.scenario = ?
        ORDER BY run.began DESC, run.id DESC LIMIT 1
        """, arguments: [scenario]
    ).map { row in
      let record = try ScenarioReport(row, &texts)
      return HistoryScenario(
        identity: record.identity ?? "", name: record.name, path: record.path)
    }
  }

  /// Returns the results of a scenario in the runs that include it, the newest first.
  package func results(of identity: String, limit: Int) throws(HistoryError) -> [HistoryEntry] {
    try read { database in
      var texts = try StoredTexts(database)
      return try Row.fetchAll(
        database,
        sql: """
          SELECT \(ScenarioReport.columns), run.*, detail.record
          FROM \(ScenarioReport.tables) JOIN run ON run.id = result.run
          LEFT JOIN detail ON detail.run = result.run AND detail.position = result.position
          WHERE scenario.identity = ? ORDER BY run.began DESC, run.id DESC LIMIT ?
          """, arguments: [identity, limit],
        // Results and runs both have a column `seconds`.
        adapter: ScopeAdapter(["run": SuffixRowAdapter(fromIndex: ScenarioReport.columnCount)])
      ).map { row in
        var scenario = try ScenarioReport(row, &texts)
        if let record: Data = row["record"] {
          let text = scenario.text
          scenario = try JSONDecoder().decode(ScenarioReport.self, from: record)
          scenario.text = text
        }
        return HistoryEntry(run: try RunHeading(row.scopes["run"] ?? row), scenario: scenario)
      }
    }
  }

  /// Removes runs that need not be kept, and the texts that only they used.
  ///
  /// The last complete run of each branch stays, because later runs are compared with it.
  package func prune(_ retention: Retention) throws(HistoryError) -> Int {
    try write { database in
      let youngest = Date.now.addingTimeInterval(-86_400 * Double(retention.days))
      try database.execute(
        sql: """
          DELETE FROM run WHERE began < ? AND id IN (
            SELECT id FROM (
              SELECT id, row_number() OVER (PARTITION BY branch ORDER BY began DESC, id DESC)
                AS number
              FROM run)
            WHERE number > ?)
            AND id NOT IN (
              SELECT id FROM (
                SELECT id, row_number() OVER (PARTITION BY branch ORDER BY began DESC, id DESC)
                  AS number
                FROM run WHERE NOT isPartial)
              WHERE number = 1)
          """,
        arguments: [youngest.timeIntervalSinceReferenceDate, retention.runsPerBranch])
      let count = database.changesCount
      guard count > 0 else { return 0 }
      for (table, user) in [("wording", "result"), ("scenario", "result"), ("text", "wording")] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE id NOT IN (SELECT \(table) FROM \(user))")
      }
      return count
    }
  }
}
