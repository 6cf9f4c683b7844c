import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A real HTTP server on this machine, for scenarios that run live.
public protocol LiveServer: Sendable {
  /// Starts a server on the loopback interface.
  ///
  /// - Parameter respond: Returns the response to a request.
  /// - Throws: An error that prevents the server from listening.
  static func start(
    respond: @escaping @Sendable (HTTPRequest) async -> (HTTPResponse, Data)
  ) async throws -> Self

  /// The port that the server listens on.
  var port: UInt16 { get }

  /// Stops the server.
  func stop() async
}

/// The resources for live scenarios, which real components use instead of the doubles.
public struct LiveSurroundings: Sendable {
  /// A folder for the files of the scenario; it is removed after the scenario.
  public let folder: URL

  package let port: UInt16
  package let transport: FakeTransport
  package let answers: LiveAnswers

  package init(folder: URL, port: UInt16, transport: FakeTransport, answers: LiveAnswers) {
    self.folder = folder
    self.port = port
    self.transport = transport
    self.answers = answers
  }

  static let header = "Scenario-Answer"

  /// Returns a request to the app's server, redirected to the live server on this machine.
  ///
  /// An app's live transport sends the result over a real connection, and the server on this
  /// machine returns the answer that the story defines. If that answer is the failure
  /// `cannot connect to host`, this method waits for the answer's delay, then redirects the request
  /// to a port on which no server listens.
  ///
  /// - Throws: ``FakeTransport/Unexpected`` if the story defines no answer to the request, or a
  ///   failure that can't occur live; `URLError` if the task is cancelled.
  public func redirected(_ request: HTTPRequest, body: Data?) async throws -> HTTPRequest {
    let received = FakeTransport.Request(request, body: body)
    let (answer, _) = try transport.receive(received)
    var redirected = request
    redirected.scheme = "http"
    switch answer.outcome {
    case .response(let response, let body):
      redirected.authority = "127.0.0.1:\(port)"
      if let name = HTTPField.Name(Self.header) {
        redirected.headerFields[name] = answers.add((answer.after ?? .zero, response, body))
      }
    case .failure(.neverAnswers):
      redirected.authority = "127.0.0.1:\(port)"
      if let name = HTTPField.Name(Self.header) {
        // Longer than any run; the server ends the wait when it stops.
        redirected.headerFields[name] = answers.add(
          (.seconds(86_400), HTTPResponse(status: 503), Data()))
      }
    case .failure(.cannotConnectToHost):
      redirected.authority = "127.0.0.1:1"
      do {
        try await Task.sleep(for: answer.after ?? .zero)
      } catch {
        throw URLError(.cancelled)
      }
    case .failure(let failure):
      throw transport.refuse(
        received, "the app sent \(received.line), and \(failure.wordsForLive)",
        hints: [TransportFailure.hintForLive])
    }
    return redirected
  }
}

/// The pending responses of the live server, by the key in the request's header.
package final class LiveAnswers: Sendable {
  typealias Timed = (delay: Duration, response: HTTPResponse, body: Data)

  package init() {}

  private let state = Mutex<(next: Int, answers: [String: Timed])>((0, [:]))

  func add(_ answer: Timed) -> String {
    state.withLock { state in
      state.next += 1
      state.answers["\(state.next)"] = answer
      return "\(state.next)"
    }
  }

  /// Returns the response to a request that arrived over the network.
  package func respond(to request: HTTPRequest) async -> (HTTPResponse, Data) {
    let key = HTTPField.Name(LiveSurroundings.header).flatMap { request.headerFields[$0] }
    guard let key, let answer = state.withLock({ $0.answers.removeValue(forKey: key) }) else {
      return (HTTPResponse(status: .badRequest), Data("no scenario sent this request".utf8))
    }
    do {
      try await Task.sleep(for: answer.delay)
    } catch {
      return (HTTPResponse(status: .serviceUnavailable), Data("the run is over".utf8))
    }
    return (answer.response, answer.body)
  }
}
