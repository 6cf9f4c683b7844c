import Foundation
import HTTPTypes

extension FakeTransport {
  /// The body of a response, in the parts in which the server sends it.
  ///
  /// It throws `URLError` if the connection breaks (`networkConnectionLost`). Cancelling the task
  /// that reads it closes the connection.
  public typealias ResponseBody = AsyncThrowingStream<Data, any Error>

  /// Receives the number of bytes that were sent, and the number of all bytes.
  public typealias Progress = @Sendable (_ sent: Int64, _ expected: Int64) -> Void

  /// Sends a request, and reports how much of its body has been sent.
  ///
  /// If the answer has an `upload` time, each quarter of the body takes a quarter of it.
  ///
  /// - Throws: The same errors as ``send(_:body:)``.
  public func send(
    _ request: HTTPRequest, body: Data?, progress: @escaping Progress
  ) async throws -> (HTTPResponse, Data) {
    let exchange = try await exchange(request, body, progress: progress)
    return (exchange.response, try await exchange.wholeBody)
  }

  /// Sends a request, and returns the response with its body as it arrives.
  ///
  /// - Throws: The same errors as ``send(_:body:)``.
  public func stream(
    _ request: HTTPRequest, body: Data?
  ) async throws -> (HTTPResponse, ResponseBody) {
    let exchange = try await exchange(request, body, progress: nil)
    return (exchange.response, exchange.parts)
  }

  /// Opens a WebSocket.
  ///
  /// - Throws: `URLError` if the story defines a failure, the task is cancelled, or the answer has
  ///   another status than 101 (`badServerResponse`); ``Unexpected`` if the story does not accept
  ///   the connection.
  public func connect(_ request: HTTPRequest) async throws -> FakeSocket {
    let exchange = try await exchange(request, nil, progress: nil)
    guard exchange.response.status.code == 101, let connection = exchange.connection else {
      throw URLError(.badServerResponse)
    }
    return FakeSocket(connection)
  }

  /// Reports the progress of a body in quarters.
  static func upload(_ body: Data, _ answer: Answer, _ progress: Progress) async throws {
    let count = Int64(body.count)
    let quarters = answer.delivery?.upload == nil ? 1 : Int64(4)
    for quarter in 1...quarters {
      if let time = answer.delivery?.upload { try await Task.sleep(for: time / 4) }
      progress(count * quarter / quarters, count)
    }
  }
}

extension Connection {
  /// The bytes that the server sends.
  package var body: FakeTransport.ResponseBody {
    let outgoing = outgoing
    return FakeTransport.ResponseBody {
      var iterator = outgoing.makeAsyncIterator()
      return try await iterator.next()?.data
    }
  }
}
