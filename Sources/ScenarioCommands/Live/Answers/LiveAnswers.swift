import Foundation
import HTTPTypes
import ScenarioHTTP
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
    var pending: [String: Pending] = [:]
    /// The answers that redirected to another address, by keys in that address.
    var redirects: [String: Pending] = [:]
    /// The server for requests of the app's own sessions; `nil` if they are not redirected.
    var sessions: (transport: FakeTransport, pace: LivePace)?
  }

  private let state = Mutex(State())

  /// Keeps an answer, and returns its key.
  func add(_ pending: Pending) -> String {
    state.withLock { state in
      state.next += 1
      state.pending["\(state.next)"] = pending
      return "\(state.next)"
    }
  }

  /// Returns the response to a request that arrived over the network.
  func respond(to request: HTTPRequest, body: Data) async -> LiveResponse {
    if let response = await responseAfterRedirect(to: request, body) { return response }
    if let response = await responseToSession(request, body) { return response }
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
      response.headerFields[.location] = address(of: target, after: pending)
    }
    guard let connection = pending.connection, let delivery = answer.delivery else {
      return LiveResponse(response, .data(body))
    }
    connection.deliver(delivery, sleeping: timer.sleep)
    if response.status.code == 101 { return LiveResponse(response, .socket(connection)) }
    let length = response.headerFields[.contentLength].flatMap { Int($0) }
    return LiveResponse(response, .stream(connection.body, length: length))
  }

  // MARK: - Redirects

  /// Returns an address on the live server that stands for the target of a redirect, such as
  /// `/redirect-3/https://shop.example/orders/1`.
  ///
  /// The app's client follows it as it follows the redirects of a real server.
  private func address(of target: URL, after pending: Pending) -> String {
    state.withLock { state in
      state.next += 1
      let key = "redirect-\(state.next)"
      state.redirects[key] = pending
      return "/\(key)/\(target.absoluteString)"
    }
  }

  /// Returns the response to a request that follows a redirect; `nil` for any other request.
  private func responseAfterRedirect(to request: HTTPRequest, _ body: Data) async -> LiveResponse? {
    guard let (key, url) = request.standIn, let redirect = state.withLock({ $0.redirects[key] })
    else { return nil }
    let (transport, origin) = (redirect.transport, redirect.request)
    // The client's own headers are not the app's: only those are kept that the app sent.
    var fields = HTTPFields()
    for field in origin.headerFields where request.headerFields[field.name] != nil {
      fields[field.name] = request.headerFields[field.name]
    }
    let followed = HTTPRequest(method: request.method, url: url, headerFields: fields)
    return await response(to: followed, body, transport, redirect.pace) { line, failure in
      "the app was redirected to \(line), and \(failure.wordsForLive) there"
    }
  }

  /// Returns the response to a request that no one has announced.
  ///
  /// - Parameter words: Returns the message for a failure that can't occur then.
  private func response(
    to request: HTTPRequest, _ body: Data, _ transport: FakeTransport, _ pace: LivePace,
    isOfSession: Bool = false, _ words: (String, TransportFailure) -> Message
  ) async -> LiveResponse {
    let received = ReceivedRequest(request, body: body.isEmpty ? nil : body)
    do {
      let (answer, number) = try transport.receive(received)
      if case .failure(let failure) = answer.outcome, failure != .neverAnswers {
        throw transport.refuse(
          received, words(received.line, failure), hint: TransportFailure.hintForLive)
      }
      var pending = Pending(
        answer: answer, number: number, request: request, transport: transport, pace: pace)
      pending.isOfSession = isOfSession
      return await response(for: pending)
    } catch { return LiveResponse(.badRequest, "\(error)") }
  }

  // MARK: - Sessions

  /// Answers the requests of the app's own sessions, too.
  func serveSessions(of transport: FakeTransport, _ pace: LivePace) {
    state.withLock { $0.sessions = (transport, pace) }
  }

  /// Returns the response to a request of a session of the app's own, which CTransfers has
  /// redirected; `nil` for any other request.
  private func responseToSession(_ request: HTTPRequest, _ body: Data) async -> LiveResponse? {
    guard let (key, url) = request.standIn, key == "session",
      let (transport, pace) = state.withLock({ $0.sessions })
    else { return nil }
    var own = HTTPRequest(method: request.method, url: url)
    let names = HTTPField.Name("Scenario-Session").flatMap { request.headerFields[$0] } ?? ""
    for name in names.split(separator: ",").compactMap({ HTTPField.Name(String($0)) }) {
      own.headerFields[name] = request.headerFields[name]
    }
    return await response(to: own, body, transport, pace, isOfSession: true) { line, failure in
      "the app sent \(line) with a session of its own, and there \(failure.wordsForLive)"
    }
  }
}

extension HTTPField.Name {
  /// Creates a name that is known to be valid.
  init(valid name: String) {
    guard let name = Self(name) else { preconditionFailure("a valid name") }
    self = name
  }
}
