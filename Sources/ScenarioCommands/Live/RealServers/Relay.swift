import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request that is sent on to a real server, and whose redirects are not followed.
///
/// On Linux, a session asks about redirects only if its delegate also receives the data.
final class Relay: NSObject, URLSessionDataDelegate, Sendable {
  /// The headers that belong to one connection, or that describe how a body was sent over it.
  private static let ofConnection: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "host", "keep-alive",
    "transfer-encoding", LiveAnswers.header.canonicalName,
  ]

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    return configuration
  }

  private struct State {
    var body = Data()
    var continuation: CheckedContinuation<(URLResponse?, Data), any Error>?
  }

  private let state = Mutex(State())

  /// Sends a request to a URL of a real server, and returns the answer.
  ///
  /// - Throws: `URLError` if the server did not answer.
  static func send(
    _ request: HTTPRequest, _ body: Data, to url: String
  ) async throws -> RecordedAnswer {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method.rawValue
    for field in request.headerFields where !ofConnection.contains(field.name.canonicalName) {
      sent.addValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    if !body.isEmpty { sent.httpBody = body }
    let (response, data) = try await Relay().send(sent)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var answer = RecordedAnswer(
      response: HTTPResponse(status: HTTPResponse.Status(code: response.statusCode)), body: data)
    let headers = response.allHeaderFields as? [String: String] ?? [:]
    for (name, value) in headers.sorted(by: { $0.key < $1.key })
    where !ofConnection.contains(name.lowercased()) {
      if let name = HTTPField.Name(name) { answer.response.headerFields[name] = value }
    }
    return answer
  }

  private func send(_ request: URLRequest) async throws -> (URLResponse?, Data) {
    let session = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.continuation = continuation }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { $0.body += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (continuation, body) = state.withLock { ($0.continuation.take(), $0.body) }
    if let error {
      continuation?.resume(throwing: error)
    } else {
      continuation?.resume(returning: (task.response, body))
    }
  }

  /// Returns an error in a few words.
  static func words(for error: any Error) -> String {
    guard let error = error as? URLError else { return "\(error)" }
    return TransportFailure.allCases.first { $0.code == error.code }?.rawValue
      ?? error.localizedDescription
  }
}
