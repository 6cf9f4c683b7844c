import Foundation
import HTTPTypes
import ScenarioKit

/// The resources for live scenarios, which real components use instead of the doubles.
public struct LiveSurroundings: Sendable {
  /// A folder for the files of the scenario; it is removed after the scenario.
  public let folder: URL

  private let transport: FakeTransport

  /// Returns a redirected request, and its number; no number while answers are recorded.
  private let redirect: @Sendable (HTTPRequest, Data?) async throws -> (HTTPRequest, Int?)

  /// Creates the resources of a scenario.
  package init(
    folder: URL, transport: FakeTransport,
    redirect: @escaping @Sendable (HTTPRequest, Data?) async throws -> (HTTPRequest, Int?)
  ) { (self.folder, self.transport, self.redirect) = (folder, transport, redirect) }

  /// Returns a request to the app's server, redirected to the live server on this machine.
  ///
  /// An app's live transport sends the result over a real connection, and the server on this
  /// machine returns the answer that the story defines. If that answer is the failure
  /// `cannot connect to host`, this method waits for the answer's delay, then redirects the request
  /// to a port on which no server listens.
  ///
  /// - Throws: `UnexpectedCall` if the story defines no answer to the request, or a
  ///   failure that can't occur live; `URLError` if the task is cancelled.
  public func redirected(_ request: HTTPRequest, body: Data?) async throws -> HTTPRequest {
    try await redirect(request, body).0
  }

  /// Sends a request over the app's live transport, redirected to the live server on this machine.
  ///
  /// Unlike ``redirected(_:body:)``, it also records which requests the app cancels.
  ///
  /// - Parameter send: Sends the redirected request.
  /// - Throws: The errors of ``redirected(_:body:)`` and of `send`.
  public func send<Response: Sendable>(
    _ request: HTTPRequest, body: Data?, over send: @Sendable (HTTPRequest) async throws -> Response
  ) async throws -> Response {
    let (redirected, number) = try await redirect(request, body)
    do { return try await send(redirected) } catch {
      if let number, error is CancellationError || (error as? URLError)?.code == .cancelled {
        transport.cancelled(number)
      }
      throw error
    }
  }
}

extension ScenarioContext {
  /// The resources for a live scenario; `nil` in a simulation, where everything outside of the app
  /// is a double.
  public var live: LiveSurroundings? { liveSurroundings as? LiveSurroundings }
}
