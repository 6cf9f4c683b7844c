/// An event between the app and its surroundings, as a note in a trace.
package struct StoryEvent: Sendable, CustomStringConvertible {
  /// The kinds of events.
  ///
  /// It is indirect so that an event needs no memory of its own in a trace.
  package indirect enum Kind: Sendable {
    /// A step runs.
    case step
    /// An act of a timeline runs.
    case act
    /// An observation of a timeline has a value for the first time, or another one than before.
    case shown(name: String, value: Value)
    /// The app sends a request; requests are numbered from 1 in each scenario.
    case request(number: Int)
    /// The server answers a request, or the app cancels it.
    case answer(number: Int)
    /// The app calls a double, such as its view.
    case call(participant: String)
  }

  package let kind: Kind
  private let makeText: @Sendable () -> String

  /// - Parameter text: Returns the same text at each call; evaluated on demand, because most texts
  ///   are never read.
  package init(_ kind: Kind, _ text: @autoclosure @escaping @Sendable () -> String) {
    self.kind = kind
    makeText = text
  }

  /// The description of the event, without the number of a request.
  package var text: String { makeText() }

  /// The line of the trace.
  package var description: String {
    switch kind {
    case .step, .act, .shown, .call: text
    case .request(let number): "request \(number): \(text)"
    case .answer(let number): "answer to request \(number): \(text)"
    }
  }
}
