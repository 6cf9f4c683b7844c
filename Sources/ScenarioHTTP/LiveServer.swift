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
  /// - Parameter respond: Gives the response to a request.
  /// - Throws: Whatever keeps it from listening.
  static func start(
    respond: @escaping @Sendable (HTTPRequest) async -> (HTTPResponse, Data)
  ) async throws -> Self

  /// The port that it listens on.
  var port: UInt16 { get }

  /// Stops it.
  func stop() async
}

/// What a module gets beside the doubles when its scenario runs live: real parts use it instead of
/// them.
public struct LiveSurroundings: Sendable {
  /// A folder of its own for the files of the scenario; it is removed afterwards.
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

  /// A request that the app means for its own server, made to go to the one on this machine.
  ///
  /// An app's live transport sends the result over a real connection; the server on this machine
  /// answers as the story says. Where the story says that the server can't be connected to, the
  /// request is held up for as long as it says and goes where nobody listens.
  ///
  /// - Throws: ``FakeTransport/Unexpected`` where the story says nothing about the request, or
  ///   something that can't be made to happen; `URLError` where the task is cancelled.
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
        remedies: [TransportFailure.remedyForLive])
    }
    return redirected
  }
}

/// The responses that the server on this machine is still to give, by the key that a request
/// carries.
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

  /// Answers a request that came over the network.
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
