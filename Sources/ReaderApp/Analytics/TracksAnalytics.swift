/// Counts what happens in the app.
@MainActor
public protocol TracksAnalytics: AnyObject {
  /// Counts an event.
  ///
  /// - Returns: Whether it was taken; an event that was refused is not counted.
  func track(event: String) -> Bool
}
