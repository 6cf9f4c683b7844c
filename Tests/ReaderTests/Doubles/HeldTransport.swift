import Foundation
import HTTPTypes
import ReaderApp
import Synchronization

/// A transport that holds every request until the test answers it.
final class HeldTransport: Transport {
  /// A pending request, which the test answers.
  struct Exchange: Sendable {
    var request: HTTPRequest
    var body: Data?
    fileprivate var answers: AsyncThrowingStream<(HTTPResponse, Data), any Error>.Continuation
    fileprivate var cancellations: AsyncStream<Void>

    /// Answers with a status and a body.
    func answer(_ body: String, status: HTTPResponse.Status = .ok) {
      answers.yield((HTTPResponse(status: status), Data(body.utf8)))
    }

    /// Fails with a connection error.
    func fail(_ code: URLError.Code) {
      answers.finish(throwing: URLError(code))
    }

    /// Waits until the sender cancels the request; returns false if the request was answered.
    func wasCancelled() async -> Bool {
      for await _ in cancellations { return true }
      return false
    }
  }

  private let sent = AsyncStream<Exchange>.makeStream()
  private let count = Mutex(0)

  /// The number of sent requests.
  var requestCount: Int { count.withLock { $0 } }

  /// Waits for the next request.
  func next() async throws -> Exchange {
    for await exchange in sent.stream { return exchange }
    throw CancellationError()
  }

  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    let answers = AsyncThrowingStream<(HTTPResponse, Data), any Error>.makeStream()
    let cancellations = AsyncStream<Void>.makeStream()
    defer { cancellations.continuation.finish() }
    count.withLock { $0 += 1 }
    sent.continuation.yield(
      Exchange(
        request: request, body: body, answers: answers.continuation,
        cancellations: cancellations.stream))
    for try await answer in answers.stream { return answer }
    // No test finishes the stream without an answer, so the task was cancelled.
    cancellations.continuation.yield()
    throw URLError(.cancelled)
  }
}
