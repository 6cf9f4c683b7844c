import Foundation
import Synchronization

/// A simulation that waits for its turn on a thread.
package final class Turn<R: Sendable>: Sendable {
  let start: Date
  let limits: Simulation.Limits
  let body: @Sendable (Simulation) throws -> R
  let failed: @Sendable (any Error) -> R

  /// Creates it.
  ///
  /// - Parameters:
  ///   - start: What the calendar says at the start.
  ///   - limits: When the simulation gives up on code that does not come to rest.
  ///   - body: Drives the simulation.
  ///   - failed: Gives what is handed over where there can be no simulation, where its thread was
  ///     given up (``Stall``), and where the body throws. Called from another thread, and while
  ///     the body still runs, where that one was given up.
  package init(
    startingAt start: Date = Simulation.defaultStart,
    limits: Simulation.Limits = Simulation.Limits(),
    _ body: @escaping @Sendable (Simulation) throws -> R,
    failed: @escaping @Sendable (any Error) -> R
  ) {
    self.start = start
    self.limits = limits
    self.body = body
    self.failed = failed
  }
}

/// The simulations that a thread runs one after the other before it hands over what they gave.
final class Shift<R: Sendable>: Sendable {
  /// Each result is held until the shift is over, so there must not be too many.
  private static var countLimit: Int { 64 }

  private struct State {
    var results: [R] = []
    /// The simulation under way.
    var current: Turn<R>?
    var isOver = false
  }

  /// One for all, so that a thread which blocks between two simulations is noticed, too.
  let pulse: Pulse

  private let span: Duration
  private let next: @Sendable () -> Turn<R>?
  private let state = Mutex(State())

  init(pulse: Pulse, span: Duration, next: @escaping @Sendable () -> Turn<R>?) {
    self.pulse = pulse
    self.span = span
    self.next = next
  }

  /// Runs simulations until there are no more, the time is over or the thread has been given up.
  ///
  /// - Returns: What they gave; `nil` where ``giveUp()`` has told already.
  func work() -> [R]? {
    let end = ContinuousClock.now + span
    repeat {
      guard let turn = begin() else { break }
      let result = Result {
        try Simulation.enter(
          startingAt: turn.start, limits: turn.limits, pulse: pulse, turn.body)
      }
      guard finish(turn, with: result) else { return nil }
    } while ContinuousClock.now < end
    return state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.results
    }
  }

  /// Ends the shift from another thread: what it was about to do comes to nothing, and what has
  /// not begun is left for others.
  ///
  /// - Returns: What it has up to now; `nil` where ``work()`` has told already.
  func giveUp() -> [R]? {
    let left: (results: [R], current: Turn<R>?)? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      return (state.results, state.current)
    }
    guard let left else { return nil }
    return left.results + (left.current.map { [$0.failed(pulse.stall)] } ?? [])
  }

  private func begin() -> Turn<R>? {
    state.withLock { state in
      guard !state.isOver, state.results.count < Self.countLimit else { return nil }
      state.current = next()
      return state.current
    }
  }

  /// - Returns: Whether anybody still listens.
  private func finish(_ turn: Turn<R>, with result: Result<R, any Error>) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      state.current = nil
      switch result {
      case .success(let result): state.results.append(result)
      case .failure(let error): state.results.append(turn.failed(error))
      }
      return true
    }
  }
}
