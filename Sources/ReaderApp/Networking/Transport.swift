public import Foundation
public import HTTPTypes

/// Carries an HTTP request to a server and brings the response back: the app's only way out.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole response.
  ///
  /// A response with a status such as 404 or 500 is a response, not an error.
  ///
  /// - Parameters:
  ///   - request: The request, with an absolute address.
  ///   - body: The bytes to send with it; `nil` sends none.
  /// - Returns: The response and the bytes of its body, which may be empty.
  /// - Throws: `URLError` when no response arrived; its code is `cancelled` when the task was.
  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}
