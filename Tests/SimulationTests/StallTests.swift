import Dispatch
import Foundation
import Simulation
import Synchronization
import Testing

@Suite("A simulation that can't go on")
struct StallTests {
  private func stall(_ work: @escaping @MainActor @Sendable () async throws -> Void) -> Stall? {
    #expect(throws: Stall.self) { try Simulation.perform(work) }
  }

  @Test func `says that nothing more will happen`() {
    let stall = stall { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    #expect(stall?.reason == .nothingLeft)
    #expect(
      stall?.description
        == "nothing more will happen: the app waits for something that never comes")
  }

  @Test func `says that work takes too much story time`() {
    let stall = stall { try await Task.sleep(for: .seconds(600)) }
    #expect(stall?.reason == .storyTimeLimit(.seconds(60)))
    #expect(
      stall?.description
        == "it takes more than 1 min of story time; the next thing to happen is at +10 min")
  }

  @Test func `says that code runs in circles`() {
    let stall = stall { while !Task.isCancelled { await Task.yield() } }
    #expect(stall?.reason == .neverAtRest(jobs: 100_000))
    #expect(
      stall?.description
        == "the app never comes to rest: 100000 jobs ran without any time passing")
  }

  @Test func `gives up a thread that blocks, and goes on with another`() async throws {
    let threads = SimulationThreads(count: 1, realTimeLimit: .milliseconds(50))
    let stall = await #expect(throws: Stall.self) {
      try await threads.run { try $0.perform { DispatchSemaphore(value: 0).wait() } }
    }
    #expect(stall?.reason == .threadBlocked(.milliseconds(50)))
    #expect(
      stall?.description
        == "the app blocked its thread: one job has been running for 50 ms of real time")
    #expect(try await threads.run { try $0.perform { 1 } } == 1)
  }

  @Test func `stops on a thread that was given up and wakes after all`() async throws {
    let threads = SimulationThreads(count: 1, realTimeLimit: .milliseconds(50))
    let gate = DispatchSemaphore(value: 0)
    let wentOn = Flag()
    let (ends, end) = AsyncStream.makeStream(of: (any Error).self)
    await #expect(throws: Stall.self) {
      try await threads.run { simulation in
        do {
          try simulation.perform {
            gate.wait()
            await Task.yield()
            wentOn.raise()
          }
        } catch {
          end.yield(error)
          throw error
        }
      }
    }
    gate.signal()
    for await error in ends {
      #expect((error as? Stall)?.reason == .threadBlocked(.milliseconds(50)))
      break
    }
    #expect(!wentOn.isRaised)
  }
}

/// Something that several threads may raise and read.
private final class Flag: Sendable {
  private let state = Atomic<Bool>(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}

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
        // What CoreFoundation's spin locks do when two scenarios want the same one.
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
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume(returning: 42) }
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
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
          }
          return Date()
        }.value
      }
      #expect(answer == Simulation.defaultStart)
      #expect(simulation.escapes == [.dispatch, .resumedFromOutside])
    }
  }

  @Test func `has words for each way out`() {
    #expect(
      Escape.dispatch.description
        == "the app handed work to a DispatchQueue, which runs outside story time; "
        + "use a Task instead")
    #expect(
      Escape.resumedFromOutside.description
        == "the app was resumed from a thread outside story time; "
        + "replace what it called there by a fake, or use a Task")
  }
}

/// Sleeps twice for a day, by Foundation's means and by libc's.
private func blockThread() {
  Thread.sleep(forTimeInterval: 86_400)
  _ = sleep(86_400)
}

@Suite("The end of a simulation")
struct FinishTests {
  @Test func `lets what is under way come to its end`() throws {
    try Simulation.run { simulation in
      try simulation.perform("tap") { Task { try await Task.sleep(for: .seconds(30)) } }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .seconds(30))
    }
  }

  @Test func `names the work whose tasks never end, each once`() throws {
    try Simulation.run { simulation in
      try simulation.perform("done") { await Task.yield() }
      try simulation.perform("sleeps too long") {
        Task { try await Task.sleep(for: .seconds(600)) }
        Task { try await Task.sleep(for: .seconds(600)) }
      }
      try simulation.perform("waits for ever") {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
      let unfinished = try simulation.finish()
      #expect(unfinished == ["sleeps too long", "waits for ever"])
      #expect(simulation.elapsed <= .seconds(60))
    }
  }

  @Test func `does not take the timer of a cancelled sleep for work`() throws {
    try Simulation.run { simulation in
      try simulation.perform("race") {
        let sleeper = Task { try? await Task.sleep(for: .seconds(600)) }
        sleeper.cancel()
      }
      let unfinished = try simulation.finish()
      #expect(unfinished.isEmpty)
      #expect(simulation.elapsed == .zero)
    }
  }
}
