import Dispatch
import Foundation
import Testing

@testable import Simulation

@Suite("Code that leaves story time")
struct EscapeTests {
  @Test func `is heard of when it hands work to a dispatch queue`() throws {
    try Simulation.run { simulation in
      try simulation.perform { DispatchQueue.global().async {} }
      try simulation.perform { DispatchQueue.global().asyncAfter(deadline: .now() + 1) {} }
      #expect(simulation.escapes == [.dispatch, .dispatch])
    }
  }

  @Test func `is not heard of when it only lets other threads go first`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        // What CoreFoundation's spin locks do when two threads want the same one.
        _ = sleep(0)
        _ = usleep(0)
      }
      #expect(simulation.escapes == [])
      #expect(simulation.elapsed == .zero)
    }
  }

  @Test func `passes the time in which it puts its thread to sleep, and is heard of`() throws {
    try Simulation.run { simulation in
      try simulation.perform { blockThread() }
      #expect(
        simulation.escapes == [.threadSleep(.seconds(86_400)), .threadSleep(.seconds(86_400))])
      #expect(simulation.elapsed == .seconds(2 * 86_400))
      #expect(
        simulation.escapes.last?.description
          == "the app put its thread to sleep for 1 d; use Task.sleep instead")
    }
  }

  @Test func `comes back when another thread resumes it, and is heard of`() throws {
    try Simulation.run { simulation in
      let answer = try simulation.perform {
        MainActor.preconditionIsolated()
        let isWaiting = DispatchSemaphore(value: 0)
        Task { isWaiting.signal() }  // runs as soon as this task waits
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            isWaiting.wait()
            continuation.resume(returning: 42)
          }
        }
        MainActor.preconditionIsolated()
        return answer
      }
      #expect(answer == 42)
      #expect(simulation.escapes == [.dispatch, .resumedFromOutside])
    }
  }

  @Test func `comes back into a task off the main actor, too`() throws {
    try Simulation.run { simulation in
      let answer = try simulation.perform {
        await Task.detached {
          let isWaiting = DispatchSemaphore(value: 0)
          Task { isWaiting.signal() }  // runs as soon as this task waits
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              isWaiting.wait()
              continuation.resume()
            }
          }
          return Date()
        }.value
      }
      #expect(answer == Simulation.defaultStart)
      #expect(simulation.escapes == [.dispatch, .resumedFromOutside])
    }
  }

  @Test(arguments: Way.allCases)
  func `is heard of`(way: Way) throws {
    let escapes = try Simulation.run { simulation in
      try simulation.perform { way.take() }
      return simulation.escapes
    }
    #expect(escapes == [way.escape])
  }

  @Test(arguments: [
    ("dispatch_async_f", 0), ("dispatch_barrier_async_f", 0), ("dispatch_after_f", 1),
    ("dispatch_group_async_f", 2), ("dispatch_group_notify_f", 2),
  ])
  func `is heard of when it uses Dispatch as C does`(name: String, shape: Int) throws {
    try Simulation.run { simulation in
      try simulation.perform { try handOn(by: name, shape: shape) }
      #expect(simulation.escapes == [.dispatch])
    }
  }

  @Test func `is heard of when a thread that it started goes on on the real main actor`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        // What the thread does from here on is of the real world, and no simulation can know of it.
        Thread { Task { @MainActor in await Task.yield() } }.start()
      }
      #expect(simulation.escapes == [.thread])
    }
  }

  @Test func `a notification queue that waits for the run loop is reported`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        NotificationQueue.default.enqueue(
          Notification(name: Notification.Name("nothing")), postingStyle: .whenIdle)
      }
      #expect(Set(simulation.escapes) == [.runLoop])
    }
  }

  @Test func `is heard of when it waits by a clock that has no seconds`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        await Task(executorPreference: StepExecutor()) { await Task.yield() }.value
      }
      #expect(Set(simulation.escapes) == [.unknownClock])
      #expect(simulation.elapsed == .zero)
    }
  }

  static let words: [(Escape, String)] = [
    (
      .dispatch,
      "the app handed work to a DispatchQueue, which runs outside story time; use a Task instead"
    ),
    (
      .mainQueue,
      "the app waited for DispatchQueue.main, which story time can't hold; "
        + "use MainActor.run instead"
    ),
    (
      .concurrentPerform,
      "the app used DispatchQueue.concurrentPerform, which story time can't hold; "
        + "use a task group instead"
    ),
    (
      .runLoop,
      "the app handed work to a RunLoop, which runs outside story time; use a Task instead"
    ),
    (
      .timer,
      "the app set a timer of the system, which story time can't hold; "
        + "use a Task with Task.sleep instead"
    ),
    (
      .eventSource,
      "the app used a DispatchSource, which story time can't hold; replace it by a fake"
    ),
    (.thread, "the app started a thread, which story time can't hold; use a Task instead"),
    (
      .resumedFromOutside,
      "the app was resumed from a thread outside story time; "
        + "replace what it called there by a fake, or use a Task"
    ),
    (
      .unknownClock,
      "the app waited by a clock that doesn't count in seconds, which story time can't hold; "
        + "replace the clock by a fake"
    ),
  ]

  @Test(arguments: words)
  func `has words for each way out`(escape: Escape, words: String) {
    #expect(escape.description == words)
  }
}

/// Sleeps twice for a day, by Foundation's means and by libc's.
private func blockThread() {
  Thread.sleep(forTimeInterval: 86_400)
  _ = sleep(86_400)
}
