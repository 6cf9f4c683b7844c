import Foundation
import GRDB
import ScenarioReports

/// The tables of a history.
///
/// The version is in the file's header. It is read and set in the transaction that creates the
/// tables. If two runs open a new file at once, the second one therefore finds the work done.
/// GRDB's `DatabaseMigrator` reads the version before that transaction, so the second run would
/// fail.
enum HistorySchema {
  /// The version that this code reads and writes.
  static let version = 4

  static func prepare(_ queue: DatabaseQueue, _ file: URL) throws {
    let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard found == 0 || found == version else {
      throw HistoryError(
        "the history \(file.relativePath) has format version \(found), but this version of scenarios "
          + "reads version \(version); it is left unchanged, and this run is not compared with "
          + "earlier runs; to begin a new history, delete the file")
    }
    // With a write-ahead log, readers and a writer don't block each other.
    try queue.writeWithoutTransaction { database in
      let mode = try switchToWriteAheadLog(database)
      // With a write-ahead log, this setting loses nothing if a process is killed, and at most the
      // last runs if the machine loses power. Waiting for the disk takes longer than writing. Some
      // file systems don't support such a log.
      if mode == "wal" { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
    }
    guard found == 0 else { return }
    try queue.write { database in
      guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return }
      try database.execute(sql: tables)
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }

  /// Switches to a write-ahead log, and returns the mode that the file then has; `nil` if another
  /// run switches it at the same moment.
  ///
  /// SQLite doesn't wait for that run, as it does in transactions, because two runs that both have
  /// read the file would wait for each other. The mode stays in the file, so that one switch is
  /// enough for all runs.
  private static func switchToWriteAheadLog(_ database: Database) throws -> String? {
    do {
      return try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    }
  }

  /// The tables.
  ///
  /// The text of a scenario rarely changes from run to run, and the rows of a table of examples
  /// share one. It is stored once, so that a run takes about sixty bytes for each scenario.
  ///
  /// References to scenarios, wordings and texts are not foreign keys, because SQLite would search
  /// all results for each row that is removed.
  private static let tables = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, began REAL NOT NULL,
      seconds REAL NOT NULL, command TEXT NOT NULL, host TEXT NOT NULL, commitID TEXT,
      branch TEXT, isModified INTEGER, attempt INTEGER NOT NULL, isPartial INTEGER NOT NULL,
      passed INTEGER NOT NULL, failed INTEGER NOT NULL, blocked INTEGER NOT NULL,
      skipped INTEGER NOT NULL, knownIssues INTEGER NOT NULL, brokenFileCount INTEGER NOT NULL,
      brokenFiles BLOB, undefined INTEGER NOT NULL, broken INTEGER NOT NULL, problems BLOB
    );
    CREATE INDEX runOfBranch ON run (branch, began);
    CREATE INDEX runOfCommit ON run (commitID);
    CREATE TABLE scenario (id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE);
    CREATE TABLE wording (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, path TEXT NOT NULL,
      titles TEXT NOT NULL, module TEXT NOT NULL, tags TEXT NOT NULL, text INTEGER NOT NULL
    );
    CREATE TABLE text (
      id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, text TEXT NOT NULL
    );
    CREATE TABLE result (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, position INTEGER NOT NULL,
      scenario INTEGER NOT NULL, wording INTEGER NOT NULL, line INTEGER NOT NULL,
      lastLine INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT, exemption TEXT,
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
