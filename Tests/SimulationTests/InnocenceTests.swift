import Dispatch
import Foundation
import GRDB
import Simulation
import Testing

/// Runs code on a new thread, on which Foundation has not initialized any state yet.
func onNewThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}

@Suite("Code that stays in story time")
struct InnocenceTests {
  private func violations(
    of work: @escaping @MainActor @Sendable () async throws -> Void
  ) async throws -> [SandboxViolation] {
    try await onNewThread {
      try Simulation.run { simulation in
        try simulation.perform { try await work() }
        let unfinished = try simulation.finish()
        #expect(unfinished.isEmpty)
        return simulation.violations
      }
    }
  }

  @Test func `Swift concurrency causes no sandbox violation`() async throws {
    let violations = try await violations {
      let presenter = Presenter(screen: Screen())
      presenter.tapLoad()
      presenter.tapDetached()
      presenter.tapWithTimeout()
      presenter.tapStream()
      try await Task.sleep(until: .now + .seconds(1), clock: .suspending)
      let flag = Flag()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 { group.addTask { flag.raise() } }
      }
    }
    #expect(violations == [])
  }

  @Test func `common Foundation types cause no sandbox violation`() async throws {
    let violations = try await violations {
      _ = (Date(), Date.now.formatted(), UUID(), Locale.current, TimeZone.current)
      let formatter = DateFormatter()
      formatter.dateStyle = .full
      _ = (formatter.string(from: Date()), formatter.date(from: "yesterday"))
      _ = NumberFormatter().string(from: 1.5)
      _ = ISO8601DateFormatter().string(from: Date())
      _ = Calendar.current.date(byAdding: .day, value: 1, to: Date())
      _ = try JSONDecoder().decode([Int].self, from: JSONEncoder().encode([1, 2, 3]))
      _ = try NSRegularExpression(pattern: "a+").numberOfMatches(
        in: "aaa", range: NSRange(location: 0, length: 3))
      _ = (1...10_000).map { NSNumber(value: $0) }.sorted { $0.intValue > $1.intValue }
      let lock = NSLock()
      lock.withLock {}
      NotificationCenter.default.post(name: Notification.Name("nothing"), object: nil)
      _ = UserDefaults.standard.string(forKey: "nothing")
      _ = FileManager.default.fileExists(atPath: "/")
      _ = URLComponents(string: "https://example.com/?a=b")
      _ = ProcessInfo.processInfo.systemUptime
    }
    #expect(violations == [])
  }

  @Test func `synchronous dispatch queues and free semaphores cause no sandbox violation`()
    async throws
  {
    let violations = try await violations {
      let queue = DispatchQueue(label: "guard", attributes: .concurrent)
      let time = queue.sync { Date() }
      #expect(time == Simulation.defaultStart)
      queue.sync(flags: .barrier) {}
      DispatchQueue.concurrentPerform(iterations: 1) { _ in }
      let gate = DispatchSemaphore(value: 1)
      gate.wait()
      gate.signal()
      let group = DispatchGroup()
      group.enter()
      group.leave()
      group.wait()
    }
    #expect(violations == [])
  }

  @Test func `an SQLite database causes no sandbox violation`() async throws {
    let violations = try await violations {
      let queue = try DatabaseQueue()
      try queue.write { database in
        try database.create(table: "link") { $0.primaryKey("url", .text) }
        try database.execute(sql: "INSERT INTO link VALUES ('a')")
      }
      let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM link") }
      #expect(count == 1)
    }
    #expect(violations == [])
  }
}
