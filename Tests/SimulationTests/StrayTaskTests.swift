import Foundation
import Simulation
import Synchronization
import Testing

@Suite("Tasks that outlive their simulation")
struct StrayTaskTests {
  /// A store for a continuation.
  private final class Keeper: Sendable {
    private let kept = Mutex<CheckedContinuation<Void, Never>?>(nil)

    var isFull: Bool { kept.withLock { $0 != nil } }
    func keep(_ continuation: CheckedContinuation<Void, Never>) {
      kept.withLock { $0 = continuation }
    }
    func resume() { kept.withLock { $0.take() }?.resume() }
  }

  /// Runs work in a simulation and returns the trace.
  private func trace(of work: @escaping @MainActor @Sendable () -> Void) throws -> Trace {
    try Simulation.run { simulation in
      try simulation.perform { work() }
      try simulation.advance(by: .seconds(1))
      #expect(simulation.violations == [])
      return simulation.trace
    }
  }

  @Test(arguments: [true, false])
  func `a task of an ended simulation does not continue in the next`(onMainActor: Bool) throws {
    let (keeper, wentOn) = (Keeper(), Flag())
    try Simulation.run { simulation in
      try simulation.perform {
        if onMainActor {
          Task {
            await withCheckedContinuation { keeper.keep($0) }
            wentOn.raise()
          }
        } else {
          Task.detached {
            await withCheckedContinuation { keeper.keep($0) }
            wentOn.raise()
          }
        }
      }
      try simulation.settle()
    }
    #expect(keeper.isFull)
    let undisturbed = try trace {}
    let disturbed = try trace { keeper.resume() }
    #expect(disturbed == undisturbed)
    #expect(!keeper.isFull)
    #expect(!wentOn.isRaised)
  }

  /// An object that starts a task when it is first used, and lets it do all work.
  private final class Requests: Sendable {
    private let stream = AsyncStream<CheckedContinuation<Int, Never>>.makeStream()
    private let worker: Mutex<Task<Void, Never>?> = Mutex(nil)

    func value() async -> Int {
      worker.withLock { [requests = stream.stream] worker in
        worker = worker ?? Task { for await request in requests { request.resume(returning: 1) } }
      }
      return await withCheckedContinuation { _ = stream.continuation.yield($0) }
    }
  }

  @Test func `a simulation names the task of an earlier one for which it waits`() throws {
    let requests = Requests()
    #expect(try Simulation.perform { await requests.value() } == 1)
    let stall = #expect(throws: Stall.self) {
      try Simulation.perform { await requests.value() }
    }
    #expect(
      stall?.description
        == "no pending work is left: the app waits for a task of an earlier simulation, "
        + "which never continues")
  }

  @Test func `cancelling an ended simulation's sleep does not continue its task`() throws {
    let wentOn = Flag()
    let sleeper = try Simulation.run { simulation in
      try simulation.perform {
        let sleeper = Task {
          try? await Task.sleep(for: .seconds(1))
          wentOn.raise()
        }
        await Task.yield()
        return sleeper
      }
    }
    let undisturbed = try trace {}
    let disturbed = try trace { sleeper.cancel() }
    #expect(disturbed == undisturbed)
    #expect(!wentOn.isRaised)
  }

  @Test func `a task of an ended simulation does not continue in real time`() throws {
    let (keeper, wentOn) = (Keeper(), Flag())
    try Simulation.run { simulation in
      try simulation.perform {
        Task.detached {
          await withCheckedContinuation { keeper.keep($0) }
          wentOn.raise()
        }
      }
      try simulation.settle()
    }
    keeper.resume()
    _ = try trace {}
    #expect(!wentOn.isRaised)
  }

  @Test func `a real task that a simulation resumes stays in real time`() async throws {
    let keeper = Keeper()
    let real = Task.detached {
      await withCheckedContinuation { keeper.keep($0) }
      return Simulation.timeOfCaller
    }
    while !keeper.isFull { await Task.yield() }
    let undisturbed = try trace {}
    let disturbed = try trace { keeper.resume() }
    #expect(disturbed == undisturbed)
    #expect(await real.value == nil)
  }
}
