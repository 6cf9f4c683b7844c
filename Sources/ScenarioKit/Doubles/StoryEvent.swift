import ScenarioLanguage

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
    /// The app sends a request, or something over its connection, which has no traffic; requests
    /// are numbered from 1 in each scenario.
    case request(number: Int, Traffic? = nil)
    /// The server answers a request, or sends something over its connection, which has no traffic;
    /// or the app cancels the request.
    case answer(number: Int, Traffic? = nil)
    /// The app calls a double, such as its view.
    case call(participant: String)
  }

  /// A request, or what became of it, as data.
  package enum Traffic: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A request; `stub` is the address in the story that has its answer, `nil` if none has.
    case request(method: String, url: String, stub: String?)
    case response(status: Int, size: Int)
    case failure(name: TransportFailure)
    case cancellation

    /// The line that people read, in English.
    package var description: String { words.english }

    /// The line that people read, of which only the words about a request have translations.
    package var words: Message {
      switch self {
      case .request(let method, let url, nil): "\("\(method) \(url)"), which has no answer"
      case .request(let method, let url, _): Message(verbatim: "\(method) \(url)")
      case .response(let status, let size): Message(verbatim: "\(status), \(size) bytes")
      case .failure(let name): Message(verbatim: name.rawValue)
      case .cancellation: Message(verbatim: "cancelled")
      }
    }
  }

  package let kind: Kind
  private let makeText: @Sendable () -> String

  /// - Parameter text: Returns the same text at each call; evaluated on demand, because most texts
  ///   are never read. Traffic has its own text.
  package init(_ kind: Kind, _ text: @autoclosure @escaping @Sendable () -> String = "") {
    self.kind = kind
    makeText = text
  }

  /// The description of the event, without the number of a request.
  package var text: String {
    switch kind {
    case .request(_, let traffic?), .answer(_, let traffic?): traffic.description
    default: makeText()
    }
  }

  /// The line of the trace.
  package var description: String {
    switch kind {
    case .step, .act, .shown, .call: text
    case .request(let number, _): "request \(number): \(text)"
    case .answer(let number, _): "answer to request \(number): \(text)"
    }
  }
}
