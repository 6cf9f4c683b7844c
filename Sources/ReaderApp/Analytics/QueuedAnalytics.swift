/// A queue of events that a tracker refuses.
///
/// It offers them again, in order, before the next event, so that callers need not handle refusals.
@MainActor
public final class QueuedAnalytics: TracksAnalytics {
  /// The app's shared queue for its shared service.
  public static let shared = QueuedAnalytics(before: AnalyticsService.shared)

  private let tracker: any TracksAnalytics
  private let capacity: Int
  private var refused: [String] = []

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that events are offered to.
  ///   - capacity: The maximum number of refused events to keep; 100 by default.
  public init(before tracker: any TracksAnalytics, capacity: Int = 100) {
    self.tracker = tracker
    self.capacity = capacity
  }

  /// Offers an event to the tracker after all previously refused events.
  ///
  /// - Returns: Whether the event was accepted or queued; a full queue refuses it.
  public func track(event: String) -> Bool {
    let taken = refused.prefix { tracker.track(event: $0) }.count
    refused.removeFirst(taken)
    if refused.isEmpty, tracker.track(event: event) { return true }
    guard refused.count < capacity else { return false }
    refused.append(event)
    return true
  }
}
