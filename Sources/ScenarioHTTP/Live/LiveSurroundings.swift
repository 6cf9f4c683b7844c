import Foundation
import HTTPTypes
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The resources for live scenarios, which real components use instead of the doubles.
public struct LiveSurroundings: Sendable {
  /// A folder for the files of the scenario; it is removed after the scenario.
  public let folder: URL

  package let port: UInt16
  package let transport: FakeTransport
  package let answers: LiveAnswers
  package let pace: LivePace
  /// What records the answers of a real server; `nil` if the story's answers are used.
  package let recorder: Recorder?

  package init(
    folder: URL, port: UInt16, transport: FakeTransport, answers: LiveAnswers,
    pace: LivePace = LivePace([]), recorder: Recorder? = nil
  ) {
    self.recorder = recorder
    self.pace = pace
    self.folder = folder
    self.port = port
    self.transport = transport
    self.answers = answers
  }

  /// Lets the live server also answer what the app sends with `URLSession` itself, in this process.
  package func redirectSessions() {
    answers.serveSessions(of: transport, pace)
    #if STORY_TIME && canImport(Glibc)
    SessionTransfers.redirect(to: port)
    #endif
  }

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
    try await redirect(request, body).request
  }

  /// Sends a request over the app's live transport, redirected to the live server on this machine.
  ///
  /// Unlike ``redirected(_:body:)``, it also records which requests the app cancels.
  ///
  /// - Parameter send: Sends the redirected request.
  /// - Throws: The errors of ``redirected(_:body:)`` and of `send`.
  public func send<Response: Sendable>(
    _ request: HTTPRequest, body: Data?,
    over send: @Sendable (HTTPRequest) async throws -> Response
  ) async throws -> Response {
    let (redirected, number) = try await redirect(request, body)
    do {
      return try await send(redirected)
    } catch {
      if let number, error is CancellationError || (error as? URLError)?.code == .cancelled {
        transport.cancelled(number)
      }
      throw error
    }
  }

  /// Returns a redirected request, and its number; no number while answers are recorded.
  private func redirect(
    _ request: HTTPRequest, _ body: Data?
  ) async throws -> (request: HTTPRequest, number: Int?) {
    if let recorder {
      return (try recorder.redirected(request, body: body, port: port), nil)
    }
    let received = ReceivedRequest(request, body: body)
    let (answer, number) = try transport.receive(received)
    var redirected = request
    redirected.scheme = request.scheme.map { ["ws", "wss"].contains($0) } == true ? "ws" : "http"
    redirected.authority = "127.0.0.1:\(port)"
    switch answer.outcome {
    case .response, .failure(.neverAnswers):
      let pending = LiveAnswers.Pending(
        answer: answer, number: number, request: request, transport: transport, pace: pace)
      redirected.headerFields[LiveAnswers.header] = answers.add(pending)
    case .failure(.cannotConnectToHost):
      redirected.authority = "127.0.0.1:1"
      do {
        try await LiveTimer(pace, request: number).sleep(for: answer.after ?? .zero)
      } catch {
        transport.cancelled(number)
        throw URLError(.cancelled)
      }
    case .failure(let failure):
      throw transport.refuse(
        received, "the app sent \(received.line), and \(failure.wordsForLive)",
        hints: [TransportFailure.hintForLive])
    }
    return (redirected, number)
  }
}

extension ScenarioContext {
  /// The resources for a live scenario; `nil` in a simulation, where everything outside of the app
  /// is a double.
  public var live: LiveSurroundings? { resource(LiveSurroundings.self) }
}
