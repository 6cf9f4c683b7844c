import Foundation

/// The way of an answer to the app if it does not come as a whole: in parts over time, after the
/// request's body has been sent, or over a connection that stays open.
package struct Delivery: Sendable {
  /// What the server does for a part of a body, or for a message over a WebSocket, after a delay
  /// since the part before; `nil` if there is none.
  typealias Part = (after: Duration?, action: Action)

  /// Something that the server does with a connection.
  enum Action: Sendable {
    /// It sends a part of the body, or a message.
    case send(FakeSocket.Message)

    /// It ends the connection.
    case end(Connection.End)
  }

  /// The parts, in order.
  let parts: [Part]

  /// Whether the connection stays open after the last part.
  let staysOpen: Bool

  /// The time that the body of the request takes to the server; `nil` for none.
  package let upload: Duration?

  /// The number of bytes of all parts; `nil` if the body does not end with the last one.
  var length: Int? {
    guard !staysOpen, !parts.isEmpty else { return nil }
    var length = 0
    for part in parts {
      guard case .send(let message) = part.action else { return nil }
      length += message.data.count
    }
    return length
  }

  /// Whether the answer is more than a body after an upload.
  package var usesConnection: Bool { staysOpen || !parts.isEmpty }
}
