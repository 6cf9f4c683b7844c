#if History
import Foundation
import GRDB
import ScenarioResults

/// The tables of a history, and how older ones become today's.
///
/// The number of the version is in the file's header, and is read and raised in the transaction that
/// changes the tables: of two runs that come upon a new file at once, the second one finds it done.
/// GRDB's `DatabaseMigrator` reads it before that transaction, so the second run would fail.
enum HistorySchema {
  /// Each brings the version before it to the next one; what is here never changes again.
  private static let changes = [version1]

  /// The version that this code reads and writes.
  static var version: Int { changes.count }

  static func prepare(_ queue: DatabaseQueue, _ file: URL) throws {
    let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard found <= version else {
      throw HistoryProblem(
        "the history \(file.relativePath) was written by a newer version of scenarios; it is left "
          + "as it is, and this run is not compared with it")
    }
    // Readers and a writer don't keep each other waiting so.
    try queue.writeWithoutTransaction { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      // Beside a write-ahead log, a process that is killed loses nothing by this, and a machine that
      // loses its power the last runs at most, but waiting for the disk takes longer than writing.
      // Some file systems can't have such a log.
      if mode == "wal" { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
    }
    guard found < version else { return }
    try queue.write { database in
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard found < version else { return }
      for change in changes[found...] { try database.execute(sql: change) }
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }

  /// What hardly changes from run to run, a scenario's text, is kept once, so that a run takes some
  /// sixty bytes for each scenario.
  ///
  /// Scenarios and wordings are no foreign keys: SQLite would look through all results for each one
  /// that is removed.
  private static let version1 = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, began REAL NOT NULL,
      seconds REAL NOT NULL, command TEXT NOT NULL, host TEXT NOT NULL, commitID TEXT,
      branch TEXT, isModified INTEGER, attempt INTEGER NOT NULL, isPartial INTEGER NOT NULL,
      passed INTEGER NOT NULL, failed INTEGER NOT NULL, blocked INTEGER NOT NULL,
      skipped INTEGER NOT NULL, knownIssues INTEGER NOT NULL, brokenFileCount INTEGER NOT NULL,
      brokenFiles BLOB
    );
    CREATE INDEX runOfBranch ON run (branch, began);
    CREATE INDEX runOfCommit ON run (commitID);
    CREATE TABLE scenario (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE);
    CREATE TABLE wording (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, path TEXT NOT NULL,
      titles TEXT NOT NULL, module TEXT NOT NULL, tags TEXT NOT NULL, text TEXT NOT NULL
    );
    CREATE TABLE result (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, position INTEGER NOT NULL,
      scenario INTEGER NOT NULL, wording INTEGER NOT NULL, line INTEGER NOT NULL,
      lastLine INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT,
      storyNanoseconds INTEGER NOT NULL, seconds REAL NOT NULL, traceHash TEXT NOT NULL,
      brokenSince REAL, brokenSinceCommit TEXT, PRIMARY KEY (run, position)
    ) WITHOUT ROWID;
    CREATE INDEX resultOfScenario ON result (scenario);
    CREATE TABLE detail (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, position INTEGER NOT NULL,
      record BLOB NOT NULL, PRIMARY KEY (run, position)
    );
    """
}
#endif
