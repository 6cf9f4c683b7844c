import Foundation
import GRDB
import ScenarioReports

extension RunHistory {
  /// The maximum number of failed scenarios of a run that are stored with all details.
  ///
  /// The others are stored without details, to bound disk use.
  static let detailLimit = 1_000

  /// Records a run in one transaction, and replaces it if it was recorded before.
  ///
  /// Expired runs are pruned afterwards. Errors in pruning are ignored, because the next run tries
  /// again.
  package func record(_ run: RunReport) throws(HistoryError) {
    try write { database in
      try database.execute(sql: "DELETE FROM run WHERE uuid = ?", arguments: [run.id.uuidString])
      try Self.insert(run, database)
    }
    _ = try? prune(Retention())
  }

  private static func insert(_ run: RunReport, _ database: Database) throws {
    let summary = RunHeading(run).summary
    let problems = try run.problems.map { try JSONEncoder().encode($0) }
    let files = run.brokenFiles.isEmpty ? nil : try JSONEncoder().encode(run.brokenFiles)
    try database.execute(
      sql: """
        INSERT INTO run (uuid, began, seconds, command, host, commitID, branch, isModified,
          attempt, isPartial, passed, failed, blocked, skipped, knownIssues, brokenFileCount,
          brokenFiles, undefined, broken, problems)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        run.id.uuidString, run.began.timeIntervalSinceReferenceDate, run.seconds,
        run.origin.command, run.origin.host, run.origin.commit, run.origin.branch,
        run.origin.isModified, run.origin.attempt, run.isPartial ?? false, summary[.passed],
        summary[.failed], summary[.blocked], summary[.skipped], summary[.knownIssue],
        summary.brokenFiles, files, summary[.undefined], summary.broken, problems,
      ])
    let id = database.lastInsertedRowID
    var scenarios = try UniqueRows(
      database, select: "SELECT id FROM scenario WHERE identity = ?",
      insert: "INSERT INTO scenario (identity) VALUES (?)")
    var wordings = try UniqueRows(
      database, select: "SELECT id FROM wording WHERE fingerprint = ?",
      insert: """
        INSERT INTO wording (fingerprint, path, titles, module, tags, text)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    var texts = try UniqueRows(
      database, select: "SELECT id FROM text WHERE fingerprint = ?",
      insert: "INSERT INTO text (fingerprint, text) VALUES (?, ?)")
    let results = try database.makeStatement(
      sql: "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    var details = 0
    for (position, scenario) in run.scenarios.enumerated() {
      let identity = scenario.identity ?? Fingerprint.of(scenario.key)
      let text = scenario.text
      let textID = try texts.id(of: text.fingerprint) { [text.fingerprint, text.description] }
      let wording = Wording(scenario)
      try results.execute(arguments: [
        id, position, try scenarios.id(of: identity) { [identity] },
        try wordings.id(of: wording.fingerprint) { wording.columns + [textID] },
        scenario.line, scenario.lastLine, scenario.verdict.rawValue, scenario.reason,
        scenario.exemption?.rawValue,
        scenario.storyNanoseconds, scenario.seconds, scenario.traceHash,
        scenario.brokenSince?.date.timeIntervalSinceReferenceDate, scenario.brokenSince?.commit,
      ])
      if scenario.fails, details < detailLimit {
        details += 1
        try database.execute(
          sql: "INSERT INTO detail VALUES (?, ?, ?)",
          arguments: [id, position, try JSONEncoder().encode(scenario)])
      }
    }
  }
}

/// Rows that are inserted once and shared by all results that use them.
private struct UniqueRows {
  private let database: Database
  private let select: Statement
  private let insert: Statement
  /// The last row, which the next scenario often shares.
  private var last: (key: String, id: Int64)?

  init(_ database: Database, select: String, insert: String) throws {
    self.database = database
    self.select = try database.makeStatement(sql: select)
    self.insert = try database.makeStatement(sql: insert)
  }

  /// Returns the ID of the row with a key, and inserts the row if it is missing.
  mutating func id(
    of key: String, columns: () -> [any DatabaseValueConvertible]
  ) throws -> Int64 {
    if let last, last.key == key { return last.id }
    let known = try Int64.fetchOne(select, arguments: [key])
    if known == nil { try insert.execute(arguments: StatementArguments(columns())) }
    let id = known ?? database.lastInsertedRowID
    last = (key, id)
    return id
  }
}

/// The parts of a scenario that rarely change from run to run.
struct Wording {
  // A YAML file can contain this character only as an escape sequence.
  private static let separator: Character = "\u{1F}"

  let fingerprint: String

  /// The fingerprint and the parts, without the text.
  let columns: [any DatabaseValueConvertible]

  init(_ scenario: ScenarioReport) {
    let parts = [
      scenario.path, Self.join(scenario.titles), scenario.module, Self.join(scenario.tags),
    ]
    fingerprint = Fingerprint.of(
      (parts + [scenario.text.fingerprint]).joined(separator: "\u{1E}"))
    columns = [fingerprint] + parts
  }

  private static func join(_ parts: [String]) -> String {
    parts.joined(separator: String(separator))
  }

  static func split(_ text: String) -> [String] {
    text.isEmpty
      ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
