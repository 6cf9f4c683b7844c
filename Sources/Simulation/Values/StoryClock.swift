import DisplayText
import Foundation
import Synchronization

/// A clock that shows story time, for code that takes its clock or date as a parameter.
///
/// It may be read from any thread. Sleeping on it is possible only inside its simulation.
public final class StoryClock: Clock, Sendable {
  /// A moment of story time.
  public struct Instant: InstantProtocol {
    /// The time since the start of the simulation.
    public var offset: Duration

    /// Creates a moment from its time since the start.
    public init(offset: Duration) { self.offset = offset }

    /// Returns the moment that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether a moment is earlier than another one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let startNanoseconds: Int64
  private let nanoseconds = Atomic<Int64>(0)
  private let realTime: (@Sendable () -> Duration)?
  private let wasRead = Atomic(false)

  /// - Parameter realTime: Returns the time elapsed in a run in real time; `nil` in a simulation.
  package init(start: Date, realTime: (@Sendable () -> Duration)? = nil) {
    self.realTime = realTime
    // Rounded to the millisecond, because a present-day `Date` is not reliable below that.
    let milliseconds = (start.timeIntervalSince1970 * 1000).rounded()
    startNanoseconds = milliseconds.magnitude < 9e12 ? Int64(milliseconds) * 1_000_000 : 0
  }

  func set(_ nanoseconds: Int64) { self.nanoseconds.store(nanoseconds, ordering: .relaxed) }

  private var elapsed: Int64 {
    if let realTime {
      wasRead.store(true, ordering: .relaxed)
      return realTime().wholeNanoseconds
    }
    return nanoseconds.load(ordering: .relaxed)
  }

  /// Whether code has asked a clock that runs in real time.
  package var isAsked: Bool { wasRead.load(ordering: .relaxed) }

  /// The current moment.
  public var now: Instant { Instant(offset: .nanoseconds(elapsed)) }

  /// The current calendar date.
  public var date: Date {
    let total = startNanoseconds.addingWithLimit(elapsed)
    return Date(timeIntervalSince1970: Double(total) / 1_000_000_000)
  }

  /// The shortest time between two moments: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await Task.sleep(for: now.duration(to: deadline))
  }
}

extension Int64 {
  /// Returns the sum with another number; the largest number if it does not fit.
  func addingWithLimit(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
