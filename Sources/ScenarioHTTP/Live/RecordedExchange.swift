import Foundation
import ScenarioLanguage

/// A request of the app, and what a real server answered.
package struct RecordedExchange: Sendable, Hashable, Codable {
  /// The method, such as `GET`.
  package var method: String

  /// The complete URL, with the app's own server.
  package var url: String

  /// The header fields that the app sent.
  package var headers: [RecordedHeader]

  /// The body that the app sent, as text; `nil` if there was none.
  package var body: String?

  /// The response of the server.
  package var answer: RecordedAnswer

  /// The answer that the story has for the request; `nil` if it has none.
  package var expected: StoryAnswer?

  /// The method and URL in one line: `GET https://info-example.com/get_info`.
  package var line: String { "\(method) \(url)" }
}

/// The name and the value of a header field.
package struct RecordedHeader: Sendable, Hashable, Codable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A response with its body.
package struct RecordedAnswer: Sendable, Hashable, Codable {
  package var status: Int
  package var headers: [RecordedHeader]
  package var body: Data
}

extension RecordedAnswer {
  /// Reads the response that a story defines; `nil` if the request fails, or if the body comes in
  /// parts.
  init?(_ answer: Answer) {
    guard case .response(let response, let body) = answer.outcome,
      answer.delivery?.usesConnection != true
    else { return nil }
    self.init(
      status: response.status.code,
      headers: response.headerFields.map { RecordedHeader($0.name.rawName, $0.value) }, body: body)
  }

  /// The value of a header, whatever the case of its name.
  package subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
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
