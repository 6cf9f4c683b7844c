import Foundation
import Synchronization

/// A clock that shows a simulation's time, to be handed to code that takes its clock or date from
/// outside.
///
/// It may be read from any thread. Sleeping on it is only possible inside its simulation.
public final class StoryClock: Clock, Sendable {
  /// A moment of story time.
  public struct Instant: InstantProtocol {
    /// How long after the start of the simulation it is.
    public var offset: Duration

    /// Creates a moment from its distance to the start.
    public init(offset: Duration) { self.offset = offset }

    /// The moment that is this much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later another moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Orders moments by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let startNanoseconds: Int64
  private let nanoseconds = Atomic<Int64>(0)
  private let realStart: ContinuousClock.Instant?

  init(start: Date, realStart: ContinuousClock.Instant? = nil) {
    self.realStart = realStart
    // Rounded to the millisecond, finer than which a Date of our days can't be trusted.
    let milliseconds = (start.timeIntervalSince1970 * 1000).rounded()
    startNanoseconds = milliseconds.magnitude < 9e12 ? Int64(milliseconds) * 1_000_000 : 0
  }

  func set(_ nanoseconds: Int64) { self.nanoseconds.store(nanoseconds, ordering: .relaxed) }

  /// A clock that begins now with a date and goes on in real time.
  package static func running(from start: Date) -> StoryClock {
    StoryClock(start: start, realStart: .now)
  }

  private var elapsed: Int64 {
    if let realStart { return (ContinuousClock.now - realStart).nanoseconds }
    return nanoseconds.load(ordering: .relaxed)
  }

  /// The moment that it is.
  public var now: Instant { Instant(offset: .nanoseconds(elapsed)) }

  /// What the calendar says.
  public var date: Date {
    let (total, overflow) = startNanoseconds.addingReportingOverflow(elapsed)
    return Date(timeIntervalSince1970: Double(overflow ? .max : total) / 1_000_000_000)
  }

  /// The shortest time between two moments: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until a moment has come.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await Task.sleep(for: now.duration(to: deadline))
  }
}
