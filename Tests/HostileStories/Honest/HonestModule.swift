import Foundation
import ScenarioKit
import Testing

/// An app that works correctly but is demanding.
final class HonestModule: Module {
  static let name = "honest"

  private var result: Int?

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app computes for {duration} of processor time") { (module, time: Duration) in
      module.result = Computation.run(for: time)
    }
    When("the app uses tasks, actors, queues and Foundation") { module in
      module.result = try await Platform.use()
    }
    When("the step records the issue {string}") { (_, text: String) in Issue.record("\(text)") }
    When("the step requires a number") { module in _ = try #require(module.result) }
    When("the number will be {int} after {duration}") { (module, number: Int, wait: Duration) in
      Task {
        try await Task.sleep(for: wait)
        module.result = number
      }
    }
    Then("the number is expected to be {int}") { (module, number: Int) in
      #expect(module.result == number, "the number of the app")
    }
    Then("the number is required to be {int}") { (module, number: Int) in
      try #require(module.result == number)
    }
    When("the step records the warning {string}") { (_, text: String) in
      Issue.record("\(text)", severity: .warning)
    }
    When("the app logs {string}") { (_, text: String) in try Log.append(text) }
    Observe("the result is") { module in module.result == nil ? "missing" : "there" }
    Observe("the number is") { module in module.result }
  }
}

/// The platform features that can break in a forked process.
///
/// These are the thread pools of Swift and Dispatch, locks, and values that Foundation caches.
enum Platform {
  private actor Counter {
    private(set) var count = 0
    func add(_ number: Int) { count += number }
  }

  /// - Returns: 4; another number if work was lost.
  static func use() async throws -> Int {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await counter.add(1) } }
    }
    await Task.detached { await counter.add(1) }.value
    let inQueue = DispatchQueue(label: "platform").sync { 1 }
    let text = try JSONEncoder().encode([Date(timeIntervalSince1970: 0).formatted(.iso8601)])
    guard String(decoding: text, as: UTF8.self) == "[\"1970-01-01T00:00:00Z\"]" else { return 0 }
    return await counter.count + inQueue
  }
}

/// Work that uses processor time and never waits.
enum Computation {
  /// - Returns: The last of many pseudo-random numbers.
  static func run(for time: Duration) -> Int {
    let end = processorTime() + time
    var number = 1
    while processorTime() < end {
      for _ in 0..<10_000 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
    }
    return number
  }

  /// Returns the processor time of this thread, which story time does not replace.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The file that `HOSTILE_LOG` names, in which a test can observe the progress of a run.
enum Log {
  /// Appends a line; other processes may append lines at the same time.
  static func append(_ text: String) throws {
    guard let path = ProcessInfo.processInfo.environment["HOSTILE_LOG"] else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    let line = Array("\(text)\n".utf8)
    guard write(file, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
  }
}
