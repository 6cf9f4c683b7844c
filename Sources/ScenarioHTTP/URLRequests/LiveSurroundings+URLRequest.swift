import Foundation
import HTTPTypes
import HTTPTypesFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension LiveSurroundings {
  /// Returns a request to the app's server, redirected to the live server on this machine.
  ///
  /// The app's own code sends the result, so that a live run uses it.
  ///
  /// - Throws: The errors of ``LiveSurroundings/redirected(_:body:)``, and `URLError` for a request
  ///   without an HTTP address (`unsupportedURL`).
  public func redirected(_ request: URLRequest) async throws -> URLRequest {
    let body = try request.body
    let redirected = try await redirected(
      request.plain(["http", "https", "ws", "wss"]), body: body)
    return try request.redirected(to: redirected, body: body)
  }

  /// Sends a request over the app's live transport, redirected to the live server on this machine.
  ///
  /// Unlike ``redirected(_:)``, it also records which requests the app cancels.
  ///
  /// - Parameter send: Sends the redirected request.
  /// - Throws: The errors of ``redirected(_:)`` and of `send`.
  public func send<Response: Sendable>(
    _ request: URLRequest, over send: @Sendable (URLRequest) async throws -> Response
  ) async throws -> Response {
    let (plain, body) = (try request.plain(["http", "https", "ws", "wss"]), try request.body)
    return try await self.send(plain, body: body) { redirected in
      try await send(request.redirected(to: redirected, body: body))
    }
  }
}

extension URLRequest {
  fileprivate func redirected(to redirected: HTTPRequest, body: Data?) throws -> URLRequest {
    guard let url = redirected.url else { throw URLError(.badURL) }
    var result = self
    result.url = url
    for field in redirected.headerFields {
      result.setValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    // The stream has been read.
    if result.httpBodyStream != nil { result.httpBody = body }
    return result
  }
}
