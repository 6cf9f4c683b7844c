import Foundation
import HTTPTypes
import Synchronization

/// A real HTTP server on this machine, for scenarios that run live.
public protocol LiveServer: Sendable {
  /// Starts a server on the loopback interface.
  ///
  /// - Parameter respond: Gives the response to a request; `nil` where the connection is to break
  ///   off.
  /// - Throws: Whatever keeps it from listening.
  static func start(
    respond: @escaping @Sendable (HTTPRequest) async -> (HTTPResponse, Data)?
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

  let port: UInt16
  let transport: FakeTransport
  let answers: LiveAnswers

  static let header = "Scenario-Answer"

  /// A request that the app means for its own server, made to go to the one on this machine.
  ///
  /// An app's live transport sends the result over a real connection; the server on this machine
  /// answers as the story says.
  ///
  /// - Throws: ``FakeTransport/Unexpected`` where the story says nothing about the request.
  public func redirected(_ request: HTTPRequest, body: Data?) throws -> HTTPRequest {
    let (answer, _) = try transport.receive(FakeTransport.Request(request, body: body))
    var redirected = request
    redirected.scheme = "http"
    redirected.authority = "127.0.0.1:\(port)"
    if case .failure(.cannotConnectToHost) = answer.outcome {
      redirected.authority = "127.0.0.1:1"  // nothing listens there
    }
    if let name = HTTPField.Name(Self.header) {
      redirected.headerFields[name] = answers.add(answer)
    }
    return redirected
  }
}

/// The answers that the server on this machine is still to give, by the key that a request carries.
final class LiveAnswers: Sendable {
  private let state = Mutex<(next: Int, answers: [String: Answer])>((0, [:]))

  func add(_ answer: Answer) -> String {
    state.withLock { state in
      state.next += 1
      state.answers["\(state.next)"] = answer
      return "\(state.next)"
    }
  }

  /// Answers a request that came over the network; `nil` where the connection is to break off.
  func respond(to request: HTTPRequest) async -> (HTTPResponse, Data)? {
    let key = HTTPField.Name(LiveSurroundings.header).flatMap { request.headerFields[$0] }
    guard let key, let answer = state.withLock({ $0.answers.removeValue(forKey: key) }) else {
      return (HTTPResponse(status: .badRequest), Data("no scenario sent this request".utf8))
    }
    do {
      if let delay = answer.after { try await Task.sleep(for: delay) }
    } catch {
      return nil
    }
    if case .response(let response, let body) = answer.outcome { return (response, body) }
    return nil
  }
}
