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
