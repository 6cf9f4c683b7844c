/// A tracker of events in the app.
@MainActor
public protocol TracksAnalytics: AnyObject {
  /// Tracks an event.
  ///
  /// - Returns: Whether the event was accepted; a refused event is not counted.
  func track(event: String) -> Bool
}
