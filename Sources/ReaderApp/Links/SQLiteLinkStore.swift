#if History
import GRDB

/// Keeps links in an SQLite database.
///
/// It uses the database's synchronous calls only, which stay on the thread of their caller; the
/// asynchronous ones go by way of queues that know nothing of the caller's actor.
public struct SQLiteLinkStore: LinkStore {
  private let queue: DatabaseQueue

  /// Creates a store over a database and brings that to today's form.
  public init(_ database: LinkDatabase) throws(LinkStoreError) {
    queue = database.queue
    try LinkStoreError.naming { try Self.migrator.migrate(database.queue) }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("links") { database in
      try database.create(table: "link") { table in
        // Numbers are never given twice, so that their order is the one of adding.
        table.autoIncrementedPrimaryKey("id")
        table.column("url", .text).notNull().unique()
      }
    }
    return migrator
  }

  /// The links, in the order in which they were added.
  public func links() throws(LinkStoreError) -> [String] {
    try LinkStoreError.naming {
      try queue.read { try String.fetchAll($0, sql: "SELECT url FROM link ORDER BY id") }
    }
  }

  /// Adds links in one transaction and gives those that were not there before.
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

  /// Removes a link; one that is not there is no error.
  public func remove(_ link: String) throws(LinkStoreError) {
    try LinkStoreError.naming {
      try queue.write { database in
        try database.execute(sql: "DELETE FROM link WHERE url = ?", arguments: [link])
      }
    }
  }
}
#endif
