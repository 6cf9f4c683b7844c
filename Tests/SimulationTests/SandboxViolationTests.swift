import Dispatch
import Foundation
import Testing

@testable import Simulation

@Suite("Sandbox violations")
struct SandboxViolationTests {
  @Test func `a thread sleep of zero is not a sandbox violation`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        // CoreFoundation's spin locks make these calls under contention.
        _ = sleep(0)
        _ = usleep(0)
      }
      #expect(simulation.violations == [])
      #expect(simulation.elapsed == .zero)
    }
  }

  @Test func `a thread sleep advances story time and is a sandbox violation`() throws {
    try Simulation.run { simulation in
      try simulation.perform { blockThread() }
      #expect(
        simulation.violations == [.threadSleep(.seconds(86_400)), .threadSleep(.seconds(86_400))])
      #expect(simulation.elapsed == .seconds(2 * 86_400))
      #expect(
        simulation.violations.last?.description
          == "the app put its thread to sleep for 1 d; use Task.sleep instead")
    }
  }

  @Test func `resuming a task from another thread is a sandbox violation`() throws {
    try Simulation.run { simulation in
      let answer = try simulation.perform {
        MainActor.preconditionIsolated()
        let isWaiting = DispatchSemaphore(value: 0)
        Task { isWaiting.signal() }  // runs as soon as this task waits
        let answer = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            isWaiting.wait()
            continuation.resume(returning: 42)
          }
        }
        MainActor.preconditionIsolated()
        return answer
      }
      #expect(answer == 42)
      #expect(simulation.violations == [.thread, .resumedFromOutside])
    }
  }

  @Test func `a detached task resumed from another thread continues in story time`() throws {
    try Simulation.run { simulation in
      let answer = try simulation.perform {
        await Task.detached {
          let isWaiting = DispatchSemaphore(value: 0)
          Task { isWaiting.signal() }  // runs as soon as this task waits
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              isWaiting.wait()
              continuation.resume()
            }
          }
          return Date()
        }.value
      }
      #expect(answer == Simulation.defaultStart)
      #expect(simulation.violations == [.thread, .resumedFromOutside])
    }
  }

  @Test(arguments: Way.allCases)
  func `each way out of story time is a sandbox violation`(way: Way) throws {
    let violations = try Simulation.run { simulation in
      try simulation.perform { way.take() }
      return simulation.violations
    }
    #expect(Set(violations) == [way.violation])
  }

  @Test func `a new thread that uses the real main actor is a sandbox violation`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        // The thread runs outside the simulation, which cannot observe its further work.
        Thread { Task { @MainActor in await Task.yield() } }.start()
      }
      #expect(simulation.violations == [.thread])
    }
  }

  @Test func `a wait on a clock without seconds is a sandbox violation`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        await Task(executorPreference: StepExecutor()) { await Task.yield() }.value
      }
      #expect(Set(simulation.violations) == [.unknownClock])
      #expect(simulation.elapsed == .zero)
    }
  }

  @Test func `sleeps of a thread end, whatever rounding leaves of their lengths`() throws {
    try Simulation.run { simulation in
      try simulation.perform { for _ in 0..<10 { pauseThread() } }
      #expect(simulation.violations.count == 10)
      #expect(simulation.elapsed - .seconds(1) < .microseconds(1))
    }
  }

  static let words: [(SandboxViolation, String)] = [
    (
      .runLoop,
      "the app handed work to the RunLoop of a background thread, or observed a RunLoop, "
        + "which story time can't control; use RunLoop.main, a queue or a Task instead"
    ),
    (
      .timer,
      "the app set a timer that does not belong to RunLoop.main or to a DispatchQueue, "
        + "which story time can't control; use one of these, or a Task with Task.sleep"
    ),
    (
      .eventSource,
      "the app used a DispatchSource, which story time can't control; replace it with a fake"
    ),
    (
      .connection("127.0.0.1:80"),
      "the app tried to connect to 127.0.0.1:80, which no story permits; use URLSession, which the "
        + "scenario's server answers, or replace the connection with a fake"
    ),
    (
      .lookup("a.example"),
      "the app tried to look up the host \"a.example\", which no story permits; use URLSession, "
        + "which the scenario's server answers, or replace the look-up with a fake"
    ),
    (
      .process("/bin/ls"),
      "the app tried to start the program \"/bin/ls\", which no story permits; "
        + "replace it with a fake"
    ),
    (
      .file("/etc/hosts"),
      "the app tried to change \"/etc/hosts\", which no story permits; "
        + "use a folder in FileManager.default.temporaryDirectory"
    ),
    (.thread, "the app started a thread, which story time can't control; use a Task instead"),
    (
      .resumedFromOutside,
      "the app was resumed from a thread outside story time; "
        + "replace the API that it called there with a fake, or use a Task"
    ),
    (
      .unknownClock,
      "the app waited on a clock that doesn't measure seconds, which story time can't control; "
        + "replace the clock with a fake"
    ),
  ]

  @Test(arguments: words)
  func `each sandbox violation has a description`(violation: SandboxViolation, words: String) {
    #expect(violation.description == words)
  }

  @Test(arguments: words.map(\.0) + [.threadSleep(.seconds(5))])
  func `the words of a sandbox violation have its object between two texts`(
    violation: SandboxViolation
  ) {
    #expect(violation.words.dropFirst().first == violation.object)
    #expect(violation.words.count == (violation.object == nil ? 1 : 3))
  }
}

private func pauseThread() { Thread.sleep(forTimeInterval: 0.1) }

/// Sleeps for a day with Foundation, and for another day with libc.
private func blockThread() {
  Thread.sleep(forTimeInterval: 86_400)
  _ = sleep(86_400)
}
