/// An event that a double will cause.
public struct DueEvent: Sendable {
  /// The event, such as `the answer to GET https://…`.
  public var name: String

  /// The time of the event, since the start of the scenario.
  public var time: Duration

  /// Creates an event.
  public init(_ name: String, at time: Duration) { (self.name, self.time) = (name, time) }
}
