#if History
public import Foundation
import GRDB

/// An SQLite database for links, in a file or in memory.
public struct LinkDatabase: Sendable {
  let queue: DatabaseQueue

  /// Opens a database in a file, which is made if there is none; its folder has to be there.
  public static func file(at url: URL) throws(LinkStoreError) -> LinkDatabase {
    try LinkDatabase(path: url.path(percentEncoded: false))
  }

  /// Opens a database of its own in memory, which is gone with the last copy of this value.
  public static func inMemory() throws(LinkStoreError) -> LinkDatabase {
    try LinkDatabase(path: ":memory:")
  }

  private init(path: String) throws(LinkStoreError) {
    queue = try LinkStoreError.naming { try DatabaseQueue(path: path) }
  }

  /// Lets the database grow by so many bytes from now on and no further, rounded up to its pages;
  /// the limit is gone when the database is opened anew.
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
  /// Does something with a database and names what goes wrong as the app does.
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
#endif
