import Foundation
import HTTPTypes

extension FakeTransport {
  /// The answer to a request, after redirects.
  package struct Exchange: Sendable {
    /// The address that answered.
    package var url: String

    /// The status and the headers.
    package var response: HTTPResponse

    /// The body; empty if it comes over a connection.
    var body: Data

    /// The connection over which the body comes; `nil` if the answer is complete.
    var connection: Connection?

    /// The complete body.
    package var wholeBody: Data {
      get async throws {
        guard let connection else { return body }
        var body = Data()
        for try await part in connection.outgoing { body += part.data }
        // A cancelled task gets the end of the stream instead of an error.
        if Task.isCancelled { throw URLError(.cancelled) }
        return body
      }
    }

    /// The body as it arrives.
    package var parts: ResponseBody {
      if let connection { return connection.body }
      return ResponseBody { [body] continuation in
        if !body.isEmpty { continuation.yield(body) }
        continuation.finish()
      }
    }
  }
}
