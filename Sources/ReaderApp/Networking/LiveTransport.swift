public import Foundation
public import HTTPTypes
import HTTPTypesFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A transport that uses the real network, through `URLSession`.
public struct LiveTransport: Transport {
  private let session: URLSession

  /// Creates a transport with a session, by default the shared one.
  public init(session: URLSession = .shared) {
    self.session = session
  }

  /// Sends a request and waits for the complete response; redirects are followed.
  ///
  /// - Throws: The session's `URLError`; `badURL` for a request without an absolute address, and
  ///   `badServerResponse` for a response that isn't HTTP.
  public func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    guard var urlRequest = URLRequest(httpRequest: request) else { throw URLError(.badURL) }
    urlRequest.httpBody = body
    let (data, urlResponse) = try await session.data(for: urlRequest)
    guard let response = (urlResponse as? HTTPURLResponse)?.httpResponse else {
      throw URLError(.badServerResponse)
    }
    return (response, data)
  }
}
