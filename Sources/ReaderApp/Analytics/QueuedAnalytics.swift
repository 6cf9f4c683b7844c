/// Keeps the events that a tracker refuses and offers them again, in order, before the next one.
///
/// Nobody who tracks an event has to care whether it was refused.
@MainActor
public final class QueuedAnalytics: TracksAnalytics {
  /// The app's own queue, before its own service.
  public static let shared = QueuedAnalytics(before: AnalyticsService.shared)

  private let tracker: any TracksAnalytics
  private let capacity: Int
  private var refused: [String] = []

  /// Creates a queue without events.
  ///
  /// - Parameters:
  ///   - tracker: Whom events are offered to.
  ///   - capacity: How many refused events it keeps; 100 unless given.
  public init(before tracker: any TracksAnalytics, capacity: Int = 100) {
    self.tracker = tracker
    self.capacity = capacity
  }

  /// Offers an event to the tracker once all that were refused before it are taken.
  ///
  /// - Returns: Whether it was taken or is kept; a queue that is full refuses it.
  public func track(event: String) -> Bool {
    let taken = refused.prefix { tracker.track(event: $0) }.count
    refused.removeFirst(taken)
    if refused.isEmpty, tracker.track(event: event) { return true }
    guard refused.count < capacity else { return false }
    refused.append(event)
    return true
  }
}
