import ScenarioLanguage

/// An event that a double will cause.
public struct DueEvent: Sendable {
  /// The event, such as `the answer to GET https://…`.
  public var name: String { didSet { request = nil } }

  /// The request that is answered; `nil` for another event.
  private var request: String?

  /// The time of the event, since the start of the scenario.
  public var time: Duration

  /// Creates an event.
  public init(_ name: String, at time: Duration) { (self.name, self.time) = (name, time) }

  /// Creates the event of an answer to a request, such as `GET https://…`.
  package init(answerTo request: String, at time: Duration) {
    self.init("the answer to \(request)", at: time)
    self.request = request
  }

  /// The event at the beginning of a sentence.
  package var subject: Message {
    request.map { "The answer to \($0)" }
      ?? Message(verbatim: name.prefix(1).uppercased() + name.dropFirst())
  }
}
