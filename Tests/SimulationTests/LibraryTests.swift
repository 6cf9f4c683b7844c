import Dispatch
import Foundation
import GRDB
import Simulation
import Testing

/// Libraries that hand their work to queues of their own.
@Suite("Libraries in story time")
struct LibraryTests {
  /// Runs code in a simulation until nothing of it is left, and returns what it said.
  private func said(
    by code: @escaping @Sendable (Log) async throws -> Void
  ) throws -> [String] {
    let log = Log()
    return try Simulation.run { simulation in
      try simulation.perform { try await code(log) }
      let unfinished = try simulation.finish()
      #expect(simulation.violations == [])
      #expect(unfinished.isEmpty)
      return log.lines
    }
  }

  @Test func `asynchronous access to a database runs in story time`() throws {
    let lines = try said { say in
      let database = try DatabaseQueue()
      try await database.write { db in
        try db.execute(sql: "CREATE TABLE post (text TEXT)")
        try db.execute(sql: "INSERT INTO post VALUES ('Hello')")
      }
      let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM post") }
      say("\(count ?? -1) post")
      database.asyncWriteWithoutTransaction { db in
        try? db.execute(sql: "DELETE FROM post")
        say("deleted")
      }
      database.asyncRead { result in
        let posts = try? String.fetchAll(result.get(), sql: "SELECT text FROM post")
        say("posts: \(posts ?? ["none can be read"])")
      }
    }
    #expect(lines == ["0 1 post", "0 deleted", "0 posts: []"])
  }

  @Test(arguments: [false, true])
  func `a database is observed in story time`(isPool: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "posts.sqlite").path
    let lines = try said { say in
      let database: any DatabaseWriter =
        isPool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
      try await database.write { try $0.execute(sql: "CREATE TABLE post (text TEXT)") }
      let posts = ValueObservation.tracking { try String.fetchAll($0, sql: "SELECT * FROM post") }
        .removeDuplicates()
      let observation = posts.start(in: database, scheduling: .async(onQueue: .main)) { error in
        say("\(error)")
      } onChange: { posts in
        say.withThread(posts.joined(separator: ", "))
      }
      for (second, text) in ["Hello", "Good night"].enumerated() {
        try await Task.sleep(for: .seconds(second + 1))
        try await database.write { db in
          try db.execute(sql: "INSERT INTO post VALUES (?)", arguments: [text])
        }
      }
      try await Task.sleep(for: .seconds(1))
      observation.cancel()
    }
    #expect(lines == ["0  on main", "1 Hello on main", "3 Hello, Good night on main"])
  }

  @Test func `an actor runs on the queue of its own executor`() throws {
    let lines = try said { say in
      let counter = Counter(say)
      async let first: Void = counter.count("first")
      async let second: Void = counter.count("second")
      _ = await (first, second)
      await counter.later()
    }
    #expect(lines == ["0 first: 1", "0 second: 2", "2 later: 3"])
  }

  /// An actor on a queue of its own.
  private actor Counter {
    private let queue = QueueExecutor()
    private let say: Log
    private var value = 0

    init(_ say: Log) { self.say = say }

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func count(_ name: String) {
      dispatchPrecondition(condition: .onQueue(queue.queue))
      value += 1
      say("\(name): \(value)")
    }

    func later() async {
      try? await Task.sleep(for: .seconds(2))
      count("later")
    }
  }

  private final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "executor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
}
