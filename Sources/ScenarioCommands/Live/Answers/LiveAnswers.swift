import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import Synchronization

/// The answers that the live server has not sent yet.
final class LiveAnswers: Sendable {
  /// The answer to a request that is on its way.
  struct Pending: Sendable {
    var answer: Answer
    var number: Int
    var request: HTTPRequest
    var transport: FakeTransport
    var pace: LivePace
    /// Whether a session of the app's own has sent it, which follows redirects to any server.
    var isOfSession = false
    /// The connection, which exists from the request on, so that a story can send over it.
    var connection: Connection?

    init(
      answer: Answer, number: Int, request: HTTPRequest, transport: FakeTransport, pace: LivePace
    ) {
      (self.answer, self.number, self.request) = (answer, number, request)
      (self.transport, self.pace) = (transport, pace)
      guard case .response = answer.outcome, answer.delivery?.usesConnection == true else { return }
      connection = transport.connect(ReceivedRequest(request, body: nil), number)
    }
  }

  /// The header with the key of a pending answer.
  static let header = HTTPField.Name(valid: "Scenario-Answer")

  private struct State {
    var next = 0
    /// The answers that are on their way, and those that redirected to another address, by keys in
    /// the header or in that address.
    var pending: [String: Pending] = [:]
    /// The server for requests of the app's own sessions; `nil` if they are not redirected.
    var sessions: (FakeTransport, LivePace)?
  }

  private let state = Mutex(State())

  /// Keeps an answer, and returns its key.
  func add(_ pending: Pending, as kind: String = "answer") -> String {
    state.withLock { state in
      state.next += 1
      let key = "\(kind)-\(state.next)"
      state.pending[key] = pending
      return key
    }
  }

  /// Returns the response to a request that arrived over the network.
  func respond(to request: HTTPRequest, body: Data) async -> LiveResponse {
    if let response = await responseToUnannounced(request, body) { return response }
    let key = request.headerFields[Self.header]
    guard let key, let pending = state.withLock({ $0.pending.removeValue(forKey: key) }) else {
      return LiveResponse(.badRequest, "no scenario sent this request")
    }
    return await response(for: pending)
  }

  private func response(for pending: Pending) async -> LiveResponse {
    let answer = pending.answer
    let timer = LiveTimer(pending.pace, request: pending.number)
    do {
      try await timer.sleep(for: (answer.delivery?.upload ?? .zero) + (answer.after ?? .zero))
      // Longer than any run; the server ends the wait when it stops.
      if case .failure = answer.outcome { try await Task.sleep(for: .seconds(86_400)) }
    } catch { return LiveResponse(.serviceUnavailable, "the run is over") }
    guard case .response(var response, let body) = answer.outcome else {
      return LiveResponse(.serviceUnavailable, "the server does not answer")
    }
    // The app's own client refuses an address that is not one of HTTP.
    if pending.transport.followsRedirects, !pending.isOfSession,
      let target = try? Redirect.target(of: response, to: pending.request)
    {
      // An address on the live server stands for it, such as
      // `/redirect-3/https://shop.example/orders/1`. The app's client follows it as it follows the
      // redirects of a real server.
      let key = add(pending, as: "redirect")
      response.headerFields[.location] = "/\(key)/\(target.absoluteString)"
    }
    guard let connection = pending.connection, let delivery = answer.delivery else {
      return LiveResponse(response, .data(body))
    }
    connection.deliver(delivery, sleeping: timer.sleep)
    if response.status.code == 101 { return LiveResponse(response, .socket(connection)) }
    let length = response.headerFields[.contentLength].flatMap { Int($0) }
    return LiveResponse(response, .stream(connection.body, length: length))
  }

  // MARK: - Requests without an announcement

  /// Answers the requests of the app's own sessions, too.
  func serveSessions(of transport: FakeTransport, _ pace: LivePace) {
    state.withLock { $0.sessions = (transport, pace) }
  }

  /// Returns the response to a request that follows a redirect, or that CTransfers has redirected
  /// because a session of the app's own sent it; `nil` for any other request.
  private func responseToUnannounced(_ request: HTTPRequest, _ body: Data) async -> LiveResponse? {
    guard let (key, url) = request.standIn else { return nil }
    let (redirect, sessions) = state.withLock { ($0.pending[key], $0.sessions) }
    let server = redirect.map { ($0.transport, $0.pace) } ?? (key == "session" ? sessions : nil)
    guard let (transport, pace) = server else { return nil }
    // The client's own headers are not the app's: only those are kept that the app sent.
    let listed = request.headerFields[HTTPField.Name(valid: "Scenario-Session")] ?? ""
    let names =
      redirect.map { $0.request.headerFields.map(\.name) }
      ?? listed.split(separator: ",").compactMap { HTTPField.Name(String($0)) }
    var own = HTTPRequest(method: request.method, url: url)
    for name in names { own.headerFields[name] = request.headerFields[name] }
    let received = ReceivedRequest(own, body: body.isEmpty ? nil : body)
    do {
      let (answer, number) = try transport.receive(received)
      if case .failure(let failure) = answer.outcome, failure != .neverAnswers {
        let (line, words) = (received.line, failure.wordsForLive)
        throw transport.refuse(
          received,
          redirect == nil
            ? "the app sent \(line) with a session of its own, and there \(words)"
            : "the app was redirected to \(line), and \(words) there",
          hint: TransportFailure.hintForLive)
      }
      var pending = Pending(
        answer: answer, number: number, request: own, transport: transport, pace: pace)
      pending.isOfSession = redirect == nil
      return await response(for: pending)
    } catch { return LiveResponse(.badRequest, "\(error)") }
  }
}

extension HTTPField.Name {
  /// Creates a name that is known to be valid.
  init(valid name: String) {
    guard let name = Self(name) else { preconditionFailure("a valid name") }
    self = name
  }
}

/// A response that a live server sends.
package struct LiveResponse: Sendable {
  /// The ways to send a body.
  package enum Body: Sendable {
    /// The whole body at once.
    case data(Data)

    /// A body in parts, with its length in bytes if that is known. If it throws, the server breaks
    /// the connection.
    case stream(FakeTransport.ResponseBody, length: Int?)

    /// Messages over a WebSocket, which the server opens.
    case socket(Connection)
  }

  /// The status and the headers.
  package var response: HTTPResponse

  /// The body.
  package var body: Body

  /// Creates a response.
  package init(_ response: HTTPResponse, _ body: Body) {
    (self.response, self.body) = (response, body)
  }

  /// Creates a response with a text.
  package init(_ status: HTTPResponse.Status, _ text: String = "") {
    self.init(HTTPResponse(status: status), .data(Data(text.utf8)))
  }
}
