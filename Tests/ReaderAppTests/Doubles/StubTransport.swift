import Foundation
import HTTPTypes
import ReaderApp

/// A transport that gives every request the same answer, at once.
struct StubTransport: Transport {
  var result: Result<(HTTPResponse, Data), any Error>

  /// Answers with a status and a body.
  init(_ body: String, status: HTTPResponse.Status = .ok) {
    result = .success((HTTPResponse(status: status), Data(body.utf8)))
  }

  /// Fails as a connection fails.
  init(failing code: URLError.Code) {
    result = .failure(URLError(code))
  }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try result.get()
  }
}
