import Foundation
import HTTPTypes

/// A real HTTP server on this machine, for scenarios that run live.
public protocol LiveServer: Sendable {
  /// Starts a server on the loopback interface.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 for a free one.
  ///   - keptBytes: The number of bytes of a body that are kept; the rest is read and dropped.
  ///   - respond: Returns the response to a request with its body.
  /// - Throws: An error that prevents the server from listening.
  static func start(
    port: UInt16, keptBytes: Int,
    respond: @escaping @Sendable (HTTPRequest, Data) async -> LiveResponse
  ) async throws -> Self

  /// The port that the server listens on.
  var port: UInt16 { get }

  /// Stops the server.
  func stop() async
}

extension LiveServer {
  /// Starts a server on the loopback interface, by default on a free port, which keeps whole bodies.
  public static func start(
    port: UInt16 = 0, respond: @escaping @Sendable (HTTPRequest, Data) async -> LiveResponse
  ) async throws -> Self {
    try await start(port: port, keptBytes: .max, respond: respond)
  }
}

/// A response that a live server sends.
public struct LiveResponse: Sendable {
  /// The ways to send a body.
  public enum Body: Sendable {
    /// The whole body at once.
    case data(Data)

    /// A body in parts, with its length in bytes if that is known. If it throws, the server breaks
    /// the connection.
    case stream(FakeTransport.ResponseBody, length: Int?)

    /// Messages over a WebSocket, which the server opens.
    case socket(any LiveSocket)
  }

  /// The status and the headers.
  public var response: HTTPResponse

  /// The body.
  public var body: Body

  /// Creates a response.
  public init(_ response: HTTPResponse, _ body: Body) {
    self.response = response
    self.body = body
  }
}

/// The server's side of a WebSocket, for a live server.
public protocol LiveSocket: Sendable {
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
