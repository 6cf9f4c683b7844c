import Foundation
import HTTPTypes
import HTTPTypesFoundation
import ScenarioHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests in the form that `URLSession` takes them.
///
/// An app that declares a protocol with one of these functions, so that its tests can replace
/// `URLSession`, uses the fake server with one line:
///
///     extension FakeTransport: HTTPClient {}
extension FakeTransport {
  /// Sends a request and returns the body and the response, as `URLSession` does.
  ///
  /// - Throws: `URLError` if the story defines a failure, the task is cancelled, or the request has
  ///   no HTTP address (`unsupportedURL`); ``FakeTransport/Unexpected`` if the story defines no
  ///   answer to the request.
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    let (plain, url) = try request.plain
    let (response, data) = try await send(plain, body: try request.body)
    guard let response = HTTPURLResponse(httpResponse: response, url: url) else {
      throw URLError(.badServerResponse)
    }
    return (data, response)
  }

  /// Sends a request with a body and returns the answer, as `URLSession` does.
  ///
  /// - Throws: The same errors as ``data(for:)``.
  public func upload(
    for request: URLRequest, from body: Data
  ) async throws -> (Data, URLResponse) {
    var request = request
    request.httpBody = body
    return try await data(for: request)
  }

  /// Sends a request and saves the body of the response in a temporary file, as `URLSession` does.
  ///
  /// - Returns: The file, which the caller removes, and the response.
  /// - Throws: The same errors as ``data(for:)``, and errors of the file system.
  public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
    let (data, response) = try await data(for: request)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try data.write(to: file)
    return (file, response)
  }
}

extension URLRequest {
  /// The request without its body, and its address.
  var plain: (request: HTTPRequest, url: URL) {
    get throws {
      guard let url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
        let request = httpRequest
      else { throw URLError(.unsupportedURL) }
      return (request, url)
    }
  }

  /// The body, read from its stream if it has one; `nil` if there is no body.
  ///
  /// A stream can be read only once.
  var body: Data? {
    get throws {
      guard let stream = httpBodyStream else { return httpBody }
      stream.open()
      defer { stream.close() }
      var body = Data()
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = stream.read(&buffer, maxLength: buffer.count)
        guard count >= 0 else { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
        guard count > 0 else { return body }
        body += buffer.prefix(count)
      }
    }
  }
}
