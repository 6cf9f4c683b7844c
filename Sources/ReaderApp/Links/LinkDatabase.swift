public import Foundation
import GRDB

/// An SQLite database for links, in a file or in memory.
public struct LinkDatabase: Sendable {
  let queue: DatabaseQueue

  /// Opens a database in a file and creates the file if necessary.
  ///
  /// The folder must exist.
  public static func file(at url: URL) throws(LinkStoreError) -> LinkDatabase {
    try LinkDatabase(path: url.path(percentEncoded: false))
  }

  /// Opens a separate database in memory, which is deleted with the last copy of this value.
  public static func inMemory() throws(LinkStoreError) -> LinkDatabase {
    try LinkDatabase(path: ":memory:")
  }

  private init(path: String) throws(LinkStoreError) {
    queue = try LinkStoreError.naming { try DatabaseQueue(path: path) }
  }

  /// Limits the further growth of the database, in bytes rounded up to whole pages.
  ///
  /// The limit applies until the database is closed.
  public func limitGrowth(toBytes bytes: Int) throws(LinkStoreError) {
    try LinkStoreError.naming {
      try queue.inDatabase { database in
        let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4_096
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let limit = count + (bytes + size - 1) / size
        try database.execute(sql: "PRAGMA max_page_count = \(limit)")
      }
    }
  }
}

extension LinkStoreError {
  /// Runs a database operation and converts its errors to `LinkStoreError`.
  static func naming<Result>(_ body: () throws -> Result) throws(LinkStoreError) -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL: throw .full
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: throw .damaged(reason: "\(error)")
      case .SQLITE_CANTOPEN: throw .cannotOpen(reason: "\(error)")
      default: throw .failed(reason: "\(error)")
      }
    } catch {
      throw .failed(reason: "\(error)")
    }
  }
}
