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
    let turn = Turn<Result<R, any Error>>(
      startingAt: start, limits: limits,
      { simulation in .success(try body(simulation)) }, failed: { error in .failure(error) })
    return try await run(turn).get()
  }

  /// Runs a simulation on one of the threads, as soon as one is free.
  package func run<R: Sendable>(_ turn: Turn<R>) async -> R {
    let waiting = Mutex<Turn<R>?>(turn)
    let results = await run(for: .zero) { waiting.withLock { $0.take() } }
    // Without one only if the thread was given up before the simulation began.
    return results.first ?? turn.failed(Stall(.threadBlocked(crew.limit), pending: []))
  }

  /// Runs simulations one after the other on one of the threads, as soon as one is free, and hands
  /// over what they gave all at once: waking up whoever waits costs as much as a small simulation.
  ///
  /// - Parameters:
  ///   - span: After how much real time no other simulation is begun.
  ///   - next: Gives the next simulation; called on the thread when it is about to begin. Several
  ///     calls may share what they take from, and so the work.
  /// - Returns: What they gave, in order; the last one failed where the thread was given up. Fewer
  ///   than there are where the time was over.
  package func run<R: Sendable>(
    for span: Duration, _ next: @escaping @Sendable () -> Turn<R>?
  ) async -> [R] {
    let shift = Shift(pulse: Pulse(limit: crew.limit), span: span, next: next)
    return await withCheckedContinuation { continuation in
      // The thread and the supervisor may both want to end it; the shift lets only one.
      crew.add(
        Crew.Work(
          pulse: shift.pulse,
          run: { if let results = shift.work() { continuation.resume(returning: results) } },
          giveUp: { if let results = shift.giveUp() { continuation.resume(returning: results) } }))
    }
  }
}
