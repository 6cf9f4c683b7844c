import DisplayText
import Foundation
import HTTPTypes

/// The app's side of a simulated WebSocket.
///
/// An app declares a protocol for its socket, to which a few lines add the conformance. They
/// translate the messages if the app has a type of its own for them.
public final class FakeSocket: Sendable {
  /// A message over a WebSocket.
  public enum Message: Sendable, Hashable, CustomStringConvertible {
    /// A text message.
    case text(String)

    /// A binary message.
    case data(Data)

    /// The bytes of the message.
    package var data: Data {
      switch self {
      case .text(let text): Data(text.utf8)
      case .data(let data): data
      }
    }

    /// The text, or the number of bytes of a binary message.
    public var description: String {
      switch self {
      case .text(let text): text
      case .data(let data): counted(data.count, "byte")
      }
    }
  }

  /// An error for a WebSocket that the server has closed.
  public struct Closed: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status code, such as 1000 for a normal end; see RFC 6455, section 7.4.
    public var code: Int

    /// The reason; empty by default.
    public var reason: String

    /// Creates an error.
    public init(code: Int = 1000, reason: String = "") { (self.code, self.reason) = (code, reason) }

    /// The code and the reason.
    public var description: String { "closed with \(code)\(reason.isEmpty ? "" : ": \(reason)")" }
  }

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Sends a message to the server, which records it.
  ///
  /// - Throws: ``Closed`` after the server closed the connection, and `URLError`
  ///   (`networkConnectionLost`) after the connection broke.
  public func send(_ message: Message) async throws { try connection.record(message) }

  /// Waits for the next message of the server.
  ///
  /// Only one task may wait at a time.
  ///
  /// - Throws: ``Closed`` if the server closes the connection, and `URLError` if the connection
  ///   breaks (`networkConnectionLost`) or the task is cancelled (`cancelled`), which closes it.
  public func receive() async throws -> Message {
    var iterator = connection.outgoing.makeAsyncIterator()
    if let message = try await iterator.next() { return message }
    throw connection.end?.error ?? URLError(.cancelled)
  }

  /// Closes the connection.
  ///
  /// - Parameters:
  ///   - code: The status code; 1000, a normal end, by default.
  ///   - reason: The reason; none by default.
  public func close(code: Int = 1000, reason: String = "") {
    connection.finish(.left(Closed(code: code, reason: reason)))
  }
}
