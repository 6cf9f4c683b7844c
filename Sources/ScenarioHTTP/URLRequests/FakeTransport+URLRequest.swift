import Foundation
import HTTPTypes
import HTTPTypesFoundation

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
    let exchange = try await exchange(request, try request.body, progress: nil)
    return (try await exchange.wholeBody, try exchange.urlResponse)
  }

  /// Sends a request with a body and returns the answer, as `URLSession` does.
  ///
  /// - Throws: The same errors as ``data(for:)``.
  public func upload(for request: URLRequest, from body: Data) async throws -> (Data, URLResponse) {
    var request = request
    request.httpBody = body
    return try await data(for: request)
  }

  /// Sends a request with a body, reports how much of it has been sent, and returns the answer.
  ///
  /// A delegate of `URLSession` gets the same numbers in `didSendBodyData`. If the answer of the
  /// story has an `upload` time, each quarter of the body takes a quarter of it.
  ///
  /// - Throws: The same errors as ``data(for:)``.
  public func upload(
    for request: URLRequest, from body: Data, progress: @escaping Progress
  ) async throws -> (Data, URLResponse) {
    let exchange = try await exchange(request, body, progress: progress)
    return (try await exchange.wholeBody, try exchange.urlResponse)
  }

  /// Sends a request and saves the body of the response in a temporary file, as `URLSession` does.
  ///
  /// - Returns: The file, which the caller removes, and the response.
  /// - Throws: The same errors as ``data(for:)``, and errors of the file system.
  public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
    try await download(for: request) { _, _ in }
  }

  /// Sends a request, saves the body of the response in a temporary file, and reports how much of
  /// it has arrived.
  ///
  /// A delegate of `URLSession` gets the same numbers in `didWriteData`: the bytes that have
  /// arrived, and those that the header Content-Length promises, or -1 without it.
  ///
  /// - Returns: The file, which the caller removes, and the response.
  /// - Throws: The same errors as ``data(for:)``, and errors of the file system.
  public func download(
    for request: URLRequest, progress: @escaping Progress
  ) async throws -> (URL, URLResponse) {
    let (parts, response) = try await stream(for: request)
    var body = Data()
    for try await part in parts {
      body += part
      progress(Int64(body.count), response.expectedContentLength)
    }
    if Task.isCancelled { throw URLError(.cancelled) }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try body.write(to: file)
    return (file, response)
  }

  /// Sends a request, and returns the body as it arrives, and the response.
  ///
  /// - Throws: The same errors as ``data(for:)``.
  public func stream(for request: URLRequest) async throws -> (ResponseBody, URLResponse) {
    let exchange = try await exchange(request, try request.body, progress: nil)
    return (exchange.parts, try exchange.urlResponse)
  }

  /// Opens a WebSocket.
  ///
  /// - Throws: The errors of ``FakeTransport/connect(_:)``, and `URLError` for a request without
  ///   the address of a WebSocket (`unsupportedURL`).
  public func webSocket(for request: URLRequest) async throws -> FakeSocket {
    try await connect(try request.plain(["ws", "wss"]))
  }

  private func exchange(
    _ request: URLRequest, _ body: Data?, progress: Progress?
  ) async throws -> Exchange {
    try await exchange(request.plain(["http", "https"]), body, progress: progress)
  }
}

extension FakeTransport.Exchange {
  /// The response in the form that `URLSession` returns it.
  fileprivate var urlResponse: HTTPURLResponse {
    get throws {
      guard let url = URL(string: url),
        let response = HTTPURLResponse(httpResponse: response, url: url)
      else { throw URLError(.badServerResponse) }
      return response
    }
  }
}

extension URLRequest {
  /// Returns the request without its body.
  ///
  /// - Throws: `URLError` if the address has none of the schemes.
  func plain(_ schemes: Set<String>) throws -> HTTPRequest {
    guard let scheme = url?.scheme?.lowercased(), schemes.contains(scheme),
      var request = httpRequest
    else { throw URLError(.unsupportedURL) }
    // A WebSocket over HTTP/2 would begin with another method.
    if ["ws", "wss"].contains(scheme) {
      request.method = .get
      request.scheme = scheme
      request.extendedConnectProtocol = nil
    }
    return request
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
