#if History
import Foundation
import GRDB
import ScenarioResults

/// Keeps what became of runs in an SQLite file.
///
/// A run is written at its end, in one transaction: a run that is killed leaves nothing behind, and
/// what was there stays whole. Several processes can write, one after the other. A file that a newer
/// version wrote is left as it is; a damaged one is kept under another name, and a new one begun.
public struct SQLiteHistory: RunHistory {
  /// The file's name in its folder.
  public static let fileName = "history.sqlite"

  /// Seconds for which a run waits while another one writes.
  private static let patience = 10.0

  /// The file.
  public let file: URL

  /// That the file was damaged, and what was done about it.
  public let notice: HistoryProblem?

  let queue: DatabaseQueue
  private let identity: FileIdentity?

  /// Opens the history in a folder, and creates both where they are missing.
  public init(in folder: URL) throws(HistoryProblem) { try self.init(in: folder, pageLimit: nil) }

  /// Opens a history that may not take more than so many pages, as if the disk were full then.
  init(in folder: URL, pageLimit: Int?) throws(HistoryProblem) {
    let file = folder.appending(path: Self.fileName)
    self.file = file
    try Self.prepare(folder)
    do {
      (queue, notice) = try Self.openOrReplace(file, pageLimit: pageLimit)
    } catch let problem as HistoryProblem {
      throw problem
    } catch {
      throw Self.problem(error, file)
    }
    identity = FileIdentity(file)
  }

  /// Whether there is a history in a folder.
  public static func exists(in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: fileName).path)
  }

  private static func prepare(_ folder: URL) throws(HistoryProblem) {
    let ignored = folder.appending(path: ".gitignore")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: ignored.path) {
        try Data("*\n".utf8).write(to: ignored)
      }
    } catch {
      throw HistoryProblem(
        "the folder \(folder.relativePath) can't be written, so there is no history: "
          + error.localizedDescription)
    }
  }

  private static func openOrReplace(_ file: URL, pageLimit: Int?) throws
    -> (DatabaseQueue, HistoryProblem?)
  {
    do {
      return (try open(file, pageLimit: pageLimit), nil)
    } catch  where error.isDamage {
      let kept = try DamagedHistory(file).keepAside()
      let notice = HistoryProblem(
        "the history \(file.relativePath) is damaged; it is kept as \(kept), and a new one was "
          + "begun")
      return (try open(file, pageLimit: pageLimit), notice)
    }
  }

  private static func open(_ file: URL, pageLimit: Int?) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
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

  /// Does work on the file and puts what goes wrong into words.
  func attempt<Value>(_ work: (DatabaseQueue) throws -> Value) throws(HistoryProblem) -> Value {
    do {
      return try work(queue)
    } catch let problem as HistoryProblem {
      throw problem
    } catch {
      // What is there now may be the new file that another run has begun.
      guard error.isDamage, identity == FileIdentity(file) else { throw Self.problem(error, file) }
      let kept = try DamagedHistory(file).keepAside()
      throw HistoryProblem(
        "the history \(file.relativePath) is damaged; it is kept as \(kept), and the next run "
          + "begins a new one")
    }
  }

  private static func problem(_ error: any Error, _ file: URL) -> HistoryProblem {
    let name = "the history \(file.relativePath)"
    guard let error = error as? DatabaseError else {
      return HistoryProblem("\(name) can't be used: \(error.localizedDescription)")
    }
    switch error.resultCode {
    case .SQLITE_FULL:
      return HistoryProblem("\(name) can't be written, because the disk is full")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return HistoryProblem(
        "\(name) can't be used, because another run has been writing it for "
          + "\(Int(patience)) seconds")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return HistoryProblem("\(name) can't be written, because it may only be read")
    default:
      return HistoryProblem("\(name) can't be used: \(error.message ?? error.description)")
    }
  }
}

extension Error {
  fileprivate var isDamage: Bool {
    guard let error = self as? DatabaseError else { return false }
    return error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
  }
}

/// Which file a path leads to.
private struct FileIdentity: Equatable {
  private let number: Int

  init?(_ file: URL) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let number = attributes?[.systemFileNumber] as? Int else { return nil }
    self.number = number
  }
}
#endif
