import Foundation
import Synchronization

/// Threads that run simulations side by side, and can do without one that blocks.
///
/// Code under test may block its thread for ever: a semaphore, a lock, an endless loop. No one can
/// end such a thread, so it is left behind, its simulation fails with
/// ``Stall/Reason/threadBlocked(_:)``, and another thread takes its place.
public final class SimulationThreads: Sendable {
  private let crew: Crew

  /// Creates threads.
  ///
  /// - Parameters:
  ///   - count: How many simulations run at the same time, at least 1; one for each core unless
  ///     given.
  ///   - realTimeLimit: How much real time one job may take before its thread counts as blocked; 4
  ///     s unless given.
  public init(
    count: Int = ProcessInfo.processInfo.activeProcessorCount,
    realTimeLimit: Duration = .seconds(4)
  ) {
    crew = Crew(limit: realTimeLimit)
    for _ in 0..<max(1, count) { crew.startWorker() }
    crew.startSupervisor()
  }

  deinit { crew.dismiss() }

  /// Runs a simulation on one of the threads, as soon as one is free.
  ///
  /// - Parameters:
  ///   - start: What the calendar says at the start.
  ///   - limits: When the simulation gives up on code that does not come to rest.
  ///   - body: Drives the simulation.
  /// - Throws: ``Stall`` if the thread was given up; else what the body throws.
  public func run<R: Sendable>(
    startingAt start: Date = Simulation.defaultStart,
    limits: Simulation.Limits = Simulation.Limits(),
    _ body: @escaping @Sendable (Simulation) throws -> R
  ) async throws -> R {
    let pulse = Pulse(limit: crew.limit)
    return try await withCheckedThrowingContinuation { continuation in
      let ending = Ending(continuation)
      crew.add(
        Crew.Work(
          pulse: pulse,
          run: {
            ending.reach(
              Result {
                try Simulation.enter(startingAt: start, limits: limits, pulse: pulse, body)
              })
          },
          giveUp: { ending.reach(.failure(pulse.stall)) }))
    }
  }
}

/// Resumes whoever waits for a simulation, once: its thread and the supervisor may both want to.
private final class Ending<R: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<R, any Error>?>

  init(_ continuation: CheckedContinuation<R, any Error>) {
    self.continuation = Mutex(continuation)
  }

  func reach(_ result: Result<R, any Error>) {
    continuation.withLock { $0.take() }?.resume(with: result)
  }
}
