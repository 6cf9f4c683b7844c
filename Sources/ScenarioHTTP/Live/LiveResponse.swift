import Foundation
import HTTPTypes

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
    case socket(any LiveSocket)
  }

  /// The status and the headers.
  package var response: HTTPResponse

  /// The body.
  package var body: Body

  /// Creates a response.
  package init(_ response: HTTPResponse, _ body: Body) {
    self.response = response
    self.body = body
  }
}

/// The server's side of a WebSocket, for a live server.
package protocol LiveSocket: Sendable {
  /// What the server sends. It throws ``FakeSocket/Closed`` where the server closes the WebSocket,
  /// and any other error where it breaks the connection.
  var outgoing: AsyncThrowingStream<FakeSocket.Message, any Error> { get }

  /// Receives a message of the app.
  func receive(_ message: FakeSocket.Message)

  /// Learns that the app has closed the WebSocket, or that the connection is lost.
  func ended(code: Int, reason: String)
}

extension Connection: LiveSocket {
  /// A message that arrives after the end is lost, as on any network.
  func receive(_ message: FakeSocket.Message) { try? record(message) }

  func ended(code: Int, reason: String) {
    finish(.left(FakeSocket.Closed(code: code, reason: reason)))
  }
}
