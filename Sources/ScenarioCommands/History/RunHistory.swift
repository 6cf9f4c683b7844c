import Foundation
import GRDB
import ScenarioReports

/// A history of run results in an SQLite file.
///
/// A run is written at its end, in one transaction. A run that is killed leaves no data behind and
/// does not damage existing data. Several processes can write, one after the other. A file that a
/// newer version wrote is left unchanged. A damaged file is renamed, and a new one is created.
package struct RunHistory {
  /// The name of the history's file in its folder.
  package static let fileName = "history.sqlite"

  /// The time for which a run waits while another one writes, in seconds.
  private static let timeout = 10.0

  /// The history's file.
  package let file: URL

  /// The notice that the file was damaged, with the action that was taken; `nil` if it was not.
  package let notice: HistoryError?

  let queue: DatabaseQueue
  private let identity: FileIdentity?

  /// Opens the history in a folder, and creates both if they are missing.
  package init(in folder: URL) throws(HistoryError) { try self.init(in: folder, pageLimit: nil) }

  /// Opens a history with a limited number of pages, to simulate a full disk.
  init(in folder: URL, pageLimit: Int?) throws(HistoryError) {
    let file = folder.appending(path: Self.fileName)
    self.file = file
    try Self.prepare(folder)
    do {
      (queue, notice) = try Self.openOrReplace(file, pageLimit: pageLimit)
    } catch {
      throw Self.problem(error, file)
    }
    identity = FileIdentity(file)
  }

  /// Returns whether there is a history in a folder.
  package static func exists(in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: fileName).path)
  }

  /// Creates a folder that git ignores.
  static func prepare(_ folder: URL) throws(HistoryError) {
    let ignored = folder.appending(path: ".gitignore")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: ignored.path) {
        try Data("*\n".utf8).write(to: ignored)
      }
    } catch {
      throw HistoryError(
        "the folder \(folder.relativePath) can't be written, so there is no history: "
          + error.localizedDescription)
    }
  }

  private static func openOrReplace(_ file: URL, pageLimit: Int?) throws
    -> (DatabaseQueue, HistoryError?)
  {
    do {
      return (try open(file, pageLimit: pageLimit), nil)
    } catch  where error.isDamage {
      let notice = try setAside(file, "a new one was begun")
      return (try open(file, pageLimit: pageLimit), notice)
    }
  }

  private static func open(_ file: URL, pageLimit: Int?) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(timeout)
    configuration.label = "history"
    if let pageLimit {
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA max_page_count = \(pageLimit)")
      }
    }
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try HistorySchema.prepare(queue, file)
    return queue
  }

  /// Reads from the file and converts all errors to `HistoryError`.
  func read<Value>(_ work: (Database) throws -> Value) throws(HistoryError) -> Value {
    try attempt { try $0.read(work) }
  }

  /// Writes to the file, in one transaction, and converts all errors to `HistoryError`.
  func write<Value>(_ work: (Database) throws -> Value) throws(HistoryError) -> Value {
    try attempt { try $0.write(work) }
  }

  private func attempt<Value>(
    _ work: (DatabaseQueue) throws -> Value
  ) throws(HistoryError) -> Value {
    do {
      return try work(queue)
    } catch {
      // Another run may have replaced the damaged file by a new one already.
      guard error.isDamage, identity == FileIdentity(file) else { throw Self.problem(error, file) }
      throw try Self.setAside(file, "the next run begins a new one")
    }
  }

  private static func problem(_ error: any Error, _ file: URL) -> HistoryError {
    if let problem = error as? HistoryError { return problem }
    let name = "the history \(file.relativePath)"
    guard let error = error as? DatabaseError else {
      return HistoryError("\(name) can't be used: \(error.localizedDescription)")
    }
    switch error.resultCode {
    case .SQLITE_FULL:
      return HistoryError("\(name) can't be written, because the disk is full")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return HistoryError(
        "\(name) can't be used, because another run has been writing to it for "
          + "\(Int(timeout)) seconds")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return HistoryError("\(name) can't be written, because it is read-only")
    default:
      return HistoryError("\(name) can't be used: \(error.message ?? error.description)")
    }
  }
}

extension Error {
  fileprivate var isDamage: Bool {
    guard let error = self as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
  }
}

/// The identity of the file at a path.
private struct FileIdentity: Equatable {
  private let number: Int

  init?(_ file: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let number = attributes?[.systemFileNumber] as? Int else { return nil }
    self.number = number
  }
}
