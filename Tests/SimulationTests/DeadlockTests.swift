@preconcurrency import Dispatch
import Foundation
import Simulation
import Testing

/// Code that waits for something that never happens, each with what the stall says.
@Suite("Deadlocks and lost signals")
struct DeadlockTests {
  struct Deadlock: Sendable, CustomTestStringConvertible {
    let reason: String
    let code: @Sendable () -> Void

    var testDescription: String { reason }
  }

  static let deadlocks: [Deadlock] = [
    Deadlock(reason: "a DispatchSemaphore that is never signalled") {
      let semaphore = DispatchSemaphore(value: 0)
      // The signal is lost, because the queue is never resumed.
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      queue.async { semaphore.signal() }
      semaphore.wait()
      queue.resume()
    },
    Deadlock(reason: "a DispatchGroup that is never left") {
      let group = DispatchGroup()
      group.enter()
      group.wait()
      group.leave()
    },
    Deadlock(reason: "the main queue, on which it runs itself") {
      _ = DispatchQueue.main.sync { 0 }
    },
    Deadlock(reason: "a DispatchWorkItem that never runs") { DispatchWorkItem {}.wait() },
    Deadlock(reason: "a condition that is never signalled, such as an NSCondition") {
      let condition = NSCondition()
      condition.lock()
      condition.wait()
      condition.unlock()
    },
    Deadlock(
      reason: "its turn on the DispatchQueue \"a\"; "
        + "and for a DispatchSemaphore that is never signalled"
    ) {
      // The main thread has what the queue waits for.
      let semaphore = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "a")
      queue.async { semaphore.wait() }
      queue.sync { _ = semaphore.signal() }
    },
  ]

  @Test(arguments: deadlocks)
  func `a wait that nothing can end stalls and says what it waits for`(deadlock: Deadlock) throws {
    try Simulation.run { simulation in
      let stall = #expect(throws: Stall.self) { try simulation.perform { deadlock.code() } }
      #expect(stall?.description == "the app blocks a thread and waits for \(deadlock.reason)")
      #expect(simulation.elapsed == .zero)
    }
  }

  @Test func `a stall names the functions that wait for each other`() throws {
    let stall = #expect(throws: Stall.self) { try Simulation.perform { lockInTurn() } }
    #expect(
      stall?.description == "the app blocks a thread and waits for its turn on the DispatchQueue "
        + "\"writer\"; and for a lock that is held by code that waits for its turn on the "
        + "DispatchQueue \"writer\"")
    let places = try #require(stall?.places)
    #expect(places.contains { $0.hasPrefix("in lockInTurn() (DeadlockTests.swift:") })
    #expect(places.contains { $0.hasPrefix("in write(_:) (DeadlockTests.swift:") })
  }

  @Test func `a wait in the background that nothing can end is unfinished work`() throws {
    try Simulation.run { simulation in
      try simulation.perform("the step") {
        DispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }
      }
      #expect(try simulation.finish() == ["the step"])
    }
  }

  @Test(arguments: [-1e9, 0, 1e9, 1e10])
  func `a limited wait lets the driver's time pass and ends at its moment`(clock: Double) throws {
    try Simulation.run(startingAt: Date(timeIntervalSince1970: clock)) { simulation in
      let ends = try simulation.perform {
        let ends = Log()
        DispatchQueue.global().async {
          ends("\(DispatchSemaphore(value: 0).wait(timeout: .now() + 5))")
        }
        return ends
      }
      try simulation.advance(by: .seconds(3))
      #expect(ends.lines == [])
      try simulation.advance(by: .seconds(3))
      #expect(ends.lines == ["5 timedOut"])
    }
  }
}

/// Takes a lock and then a queue, on which other code has the queue and takes the lock.
private func lockInTurn() {
  let (lock, writer) = (NSLock(), DispatchQueue(label: "writer"))
  lock.lock()
  writer.async { write(lock) }
  writer.sync { lock.unlock() }
}

private func write(_ lock: NSLock) {
  lock.lock()
  lock.unlock()
}
