import Foundation
import HTTPTypes
import ReaderApp

/// A transport that immediately gives every request the same answer.
struct StubTransport: Transport {
  var result: Result<(HTTPResponse, Data), any Error>

  /// Creates a transport that answers with a status and a body.
  init(_ body: String, status: HTTPResponse.Status = .ok) {
    result = .success((HTTPResponse(status: status), Data(body.utf8)))
  }

  /// Creates a transport that fails with a connection error.
  init(failing code: URLError.Code) {
    result = .failure(URLError(code))
  }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    try result.get()
  }
}
