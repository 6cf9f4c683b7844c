import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioLanguage

/// A request of the app, and what a real server answered.
package struct RecordedExchange: Sendable, Hashable, Codable {
  /// The request, with the app's own server.
  package var request: ReceivedRequest

  /// The response of the server.
  package var answer: RecordedAnswer

  /// The answer that the story has for the request; `nil` if it has none.
  package var expected: StoryAnswer?
}

/// A response with its body.
package struct RecordedAnswer: Sendable, Hashable, Codable {
  /// The status and the headers.
  package var response: HTTPResponse

  /// The body; empty if there is none.
  package var body: Data
}

extension RecordedAnswer {
  /// Reads the response that a story defines; `nil` if the request fails, or if the body comes in
  /// parts.
  init?(_ answer: Answer) {
    guard case .response(let response, let body) = answer.outcome,
      answer.delivery?.usesConnection != true
    else { return nil }
    self.init(response: response, body: body)
  }
}

/// The answer that a story has for a request.
package struct StoryAnswer: Sendable, Hashable, Codable {
  /// The range of the data after the sentence with the answer.
  package var data: SourceRange

  /// The index of the answer in that data.
  package var index: Int

  /// The response; `nil` if the story lets the request fail, or sends the body in parts.
  package var answer: RecordedAnswer?
}

/// The requests of a scenario, and what a real server answered.
package struct Recording: Sendable, Codable {
  /// The answered requests, in the order in which the app sent them.
  package var exchanges: [RecordedExchange]

  /// The requests that had no answer when the scenario ended, as `GET https://…`.
  package var unanswered: [String]

  /// The reasons for which requests could not be recorded.
  package var problems: [String]

  /// Whether the app sent requests without its live transport.
  package var hasSimulatedRequests: Bool
}
