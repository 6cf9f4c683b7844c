import Foundation
import HTTPTypes
import ScenarioHTTP
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the requests that reach the server on this machine to a real server, and records them with
/// its answers.
final class Recorder: Sendable {
  /// A request of the app.
  fileprivate struct Entry {
    /// The request with the app's own server.
    let target: HTTPRequest
    let request: ReceivedRequest
    let expected: StoryAnswer?
    let sent = ContinuousClock.now
    /// Whether the request arrived at the server on this machine.
    var hasArrived = false
    /// Whether the app got the real server's answer, or has no answer to expect.
    var isOver = false
    var answer: RecordedAnswer?

    /// The request with its answer; `nil` if it has none.
    var exchange: RecordedExchange? {
      answer.map { RecordedExchange(request: request, answer: $0, expected: expected) }
    }
  }

  private struct State {
    var entries: [Entry] = []
    var lastActivity = ContinuousClock.now
    var problems: [String] = []
  }

  /// The time without requests after which the app is taken to have sent all of them.
  private static let quietTime: Duration = .milliseconds(100)

  /// The longest time for the way of a request to the server on this machine.
  ///
  /// A request that the app cancels at once never arrives there.
  private static let longestWay: Duration = .seconds(5)

  /// The longest time that a real server may take for its answers before the next act.
  static let longestWait: Duration = .seconds(30)

  /// The fake server of the scenario, whose answers the recorded ones are compared with.
  let transport = FakeTransport()

  private let servers: [RealServer]
  private let state = Mutex(State())

  /// Creates a recorder, in the process in which the app runs.
  init(servers: [RealServer]) { self.servers = servers }

  /// Returns whether all requests are answered, and no other has come for a moment.
  ///
  /// - Parameters:
  ///   - act: The time of the last act, which may lead to requests.
  ///   - now: The current time.
  func isQuiet(since act: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state in
      now - max(state.lastActivity, act) >= Self.quietTime
        && state.entries.allSatisfy {
          $0.isOver || !$0.hasArrived && now - $0.sent >= Self.longestWay
        }
    }
  }

  /// The exchanges recorded so far.
  var recording: Recording {
    state.withLock { state in
      Recording(
        exchanges: state.entries.compactMap(\.exchange),
        unanswered: state.entries.filter { $0.answer == nil }.map(\.request.line),
        problems: state.problems,
        hasSimulatedRequests: transport.requests.count > state.entries.count)
    }
  }

  // MARK: - The app's side

  /// Returns a request of the app, redirected to the server on this machine.
  ///
  /// - Throws: `URLError` for a request that no real server gets; the recording has the reason.
  func redirected(_ request: HTTPRequest, body: Data?, port: UInt16) throws -> HTTPRequest {
    let received = ReceivedRequest(request, body: body)
    guard ["http", "https"].contains(request.scheme?.lowercased() ?? "https") else {
      throw refuse("\(received.line) is no HTTP request, which can't be recorded")
    }
    let origin = RequestTarget(received.url).origin
    guard servers.server(for: origin) != nil else {
      throw refuse(
        "the app sent \(received.line), but no --server is for \(origin); "
          + "add --server \(origin)=https://…")
    }
    var redirected = request
    (redirected.scheme, redirected.authority) = ("http", "127.0.0.1:\(port)")
    redirected.headerFields[LiveAnswers.header] = "\(add(request, body))"
    return redirected
  }

  private func refuse(_ problem: String) -> URLError {
    state.withLock { $0.problems.append(problem) }
    return URLError(.unsupportedURL)
  }

  /// Adds a request and returns its number.
  private func add(_ target: HTTPRequest, _ body: Data?) -> Int {
    let request = ReceivedRequest(target, body: body)
    let expected = transport.storyAnswer(to: request).map {
      StoryAnswer(data: $0.data, index: $0.index, answer: RecordedAnswer($0.answer))
    }
    return state.withLock { state in
      state.entries.append(Entry(target: target, request: request, expected: expected))
      state.lastActivity = .now
      return state.entries.count - 1
    }
  }

  // MARK: - The server's side

  /// Returns the real server's response to a request that arrived at the server on this machine.
  func respond(to request: HTTPRequest, _ body: Data) async -> LiveResponse {
    guard let number = arrive(request, body) else {
      return LiveResponse(.badRequest, "no scenario sent this request")
    }
    let target = state.withLock { $0.entries[number].target }
    let origin = RequestTarget(target.address).origin
    guard let server = servers.server(for: origin) else {
      return finish(number, "no --server is for \(origin), to which a redirect leads")
    }
    do {
      let answer = try await Relay.send(request, body, to: server.address + (target.path ?? "/"))
      return finish(number, answer, to: target, from: server)
    } catch {
      return finish(number, "\(server.address) can't be reached: \(Relay.words(for: error))")
    }
  }

  /// Returns the number of the request that has arrived; `nil` for a request of something else.
  private func arrive(_ request: HTTPRequest, _ body: Data) -> Int? {
    let key = request.headerFields[LiveAnswers.header].flatMap { Int($0) }
    let redirect = request.standIn.flatMap { $0.key == "redirect" ? $0.url : nil }
    let entry = state.withLock { state in
      key.flatMap { state.entries.indices.contains($0) ? state.entries[$0] : nil }
    }
    guard entry != nil || redirect != nil else { return nil }
    var number = key
    // A second arrival is a redirect, or the app's transport sends the request again.
    if redirect != nil || entry?.hasArrived == true {
      var again = entry?.target ?? request
      (again.method, again.headerFields) = (request.method, request.headerFields)
      again.headerFields[LiveAnswers.header] = nil
      if let redirect { again.url = redirect }
      number = add(again, body.isEmpty ? nil : body)
    }
    return number.map { number in
      state.withLock { $0.entries[number].hasArrived = true }
      return number
    }
  }

  /// Records an answer, and returns it in the form that the app gets.
  private func finish(
    _ number: Int, _ received: RecordedAnswer, to target: HTTPRequest, from server: RealServer
  ) -> LiveResponse {
    var answer = received
    // The app's own server has the name of the real one in its answers.
    if let location = received.response.headerFields[.location], let url = URL(string: location),
      RequestTarget(location).origin == RequestTarget(server.address).origin
    {
      var own = target
      own.url = url
      (own.scheme, own.authority) = (target.scheme, target.authority)
      answer.response.headerFields[.location] = own.address
    }
    state.withLock { state in
      (state.entries[number].answer, state.entries[number].isOver) = (answer, true)
      state.lastActivity = .now
    }
    var response = answer.response
    if transport.followsRedirects, let url = try? Redirect.target(of: response, to: target) {
      response.headerFields[.location] = "/redirect/\(url.absoluteString)"
    }
    return LiveResponse(response, .data(answer.body))
  }

  /// Records the reason for which a request has no answer.
  private func finish(_ number: Int, _ problem: String) -> LiveResponse {
    state.withLock { state in
      state.problems.append(problem)
      (state.entries[number].isOver, state.lastActivity) = (true, .now)
    }
    return LiveResponse(.badGateway)
  }
}
