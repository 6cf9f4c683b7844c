import GRDB

/// A store of links in an SQLite database.
///
/// It uses only the database's synchronous calls, which stay on the caller's thread. The
/// asynchronous calls use queues, which do not preserve the caller's actor.
public struct SQLiteLinkStore: LinkStore {
  private let queue: DatabaseQueue

  /// Creates a store in a database and migrates the database if necessary.
  public init(_ database: LinkDatabase) throws(LinkStoreError) {
    queue = database.queue
    try LinkStoreError.naming { try Self.migrator.migrate(database.queue) }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("links") { database in
      try database.create(table: "link") { table in
        // Auto-incremented numbers are never reused, so they preserve the order of adding.
        table.autoIncrementedPrimaryKey("id")
        table.column("url", .text).notNull().unique()
      }
    }
    return migrator
  }

  /// Returns the links, in the order in which they were added.
  public func links() throws(LinkStoreError) -> [String] {
    try LinkStoreError.naming {
      try queue.read { try String.fetchAll($0, sql: "SELECT url FROM link ORDER BY id") }
    }
  }

  /// Adds links in one transaction and returns those that did not exist before.
  public func add(_ links: [String]) throws(LinkStoreError) -> [String] {
    try LinkStoreError.naming {
      try queue.write { database in
        try links.filter { link in
          try database.execute(
            sql: "INSERT INTO link (url) VALUES (?) ON CONFLICT DO NOTHING", arguments: [link])
          return database.changesCount > 0
        }
      }
    }
  }

  /// Removes a link; does nothing if it does not exist.
  public func remove(_ link: String) throws(LinkStoreError) {
    try LinkStoreError.naming {
      try queue.write { database in
        try database.execute(sql: "DELETE FROM link WHERE url = ?", arguments: [link])
      }
    }
  }
}
