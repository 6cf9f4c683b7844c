public import Foundation
public import HTTPTypes

/// A connection to HTTP servers; the app has no other access to the network.
public protocol Transport: Sendable {
  /// Sends a request and waits for the complete response.
  ///
  /// A response with a status such as 404 or 500 is a response, not an error.
  ///
  /// - Parameters:
  ///   - request: The request, with an absolute address.
  ///   - body: The body of the request; `nil` for none.
  /// - Returns: The response and its body, which may be empty.
  /// - Throws: `URLError` if no response arrived, with the code `cancelled` if the task was
  ///   cancelled.
  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}
