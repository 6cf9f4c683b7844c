import Foundation
import HTTPTypes
import ScenarioHTTP

/// A response that a live server sends.
package struct LiveResponse: Sendable {
  /// The ways to send a body.
  package enum Body: Sendable {
    /// The whole body at once.
    case data(Data)

    /// A body in parts, with its length in bytes if that is known. If it throws, the server breaks
    /// the connection.
    case stream(FakeTransport.ResponseBody, length: Int?)

    /// Messages over a WebSocket, which the server opens.
    case socket(Connection)
  }

  /// The status and the headers.
  package var response: HTTPResponse

  /// The body.
  package var body: Body

  /// Creates a response.
  package init(_ response: HTTPResponse, _ body: Body) {
    (self.response, self.body) = (response, body)
  }

  /// Creates a response with a text.
  package init(_ status: HTTPResponse.Status, _ text: String = "") {
    self.init(HTTPResponse(status: status), .data(Data(text.utf8)))
  }
}
