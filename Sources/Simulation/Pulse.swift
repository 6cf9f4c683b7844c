import Synchronization

/// What a simulation's thread tells its supervisor: that it is getting on.
final class Pulse: Sendable {
  let limit: Duration
  private let beats = Atomic<UInt64>(0)
  private let givenUp = Atomic<Bool>(false)

  /// - Parameter limit: How much real time may pass between two beats.
  init(limit: Duration) { self.limit = limit }

  /// The number of beats so far.
  var count: UInt64 { beats.load(ordering: .relaxed) }

  /// Tells that a job is about to run.
  ///
  /// - Returns: Whether anybody still listens; if not, the thread has been given up and must stop.
  func beat() -> Bool {
    // Only its thread comes here, so that it needs no atomic sum.
    beats.store(beats.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    return !givenUp.load(ordering: .relaxed)
  }

  func giveUp() { givenUp.store(true, ordering: .relaxed) }

  var stall: Stall { Stall(.threadBlocked(limit), pending: []) }
}
