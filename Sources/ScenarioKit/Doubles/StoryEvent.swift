/// Something that happens between the app and its surroundings, as a note in a trace.
package struct StoryEvent: Sendable, CustomStringConvertible {
  /// The kinds of events.
  package enum Kind: Sendable {
    /// A step is taken.
    case step
    /// The app sends a request, the first of a scenario being number 1.
    case request(number: Int)
    /// The server answers a request, or the app cancels it.
    case answer(number: Int)
    /// The app calls a double, such as its view.
    case call(participant: String)
  }

  package let kind: Kind
  private let makeText: @Sendable () -> String

  /// - Parameter text: Returns the text, the same at each call; most texts are never read.
  package init(_ kind: Kind, _ text: @autoclosure @escaping @Sendable () -> String) {
    self.kind = kind
    makeText = text
  }

  /// What happens, without the number of a request.
  package var text: String { makeText() }

  /// The line of the trace.
  package var description: String {
    switch kind {
    case .step, .call: text
    case .request(let number): "request \(number): \(text)"
    case .answer(let number): "answer to request \(number): \(text)"
    }
  }
}
