import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the requests that reach the server on this machine to a real server, and records them with
/// its answers.
package final class Recorder: Sendable {
  /// A request of the app.
  fileprivate struct Entry {
    let request: ReceivedRequest
    let expected: StoryAnswer?
    let sent = ContinuousClock.now
    /// Whether the request arrived at the server on this machine.
    var hasArrived = false
    /// Whether the app got the real server's answer, or has no answer to expect.
    var isOver = false
    var answer: RecordedAnswer?
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
  package static let longestWait: Duration = .seconds(30)

  /// The fake server of the scenario, whose answers the recorded ones are compared with.
  package let transport = FakeTransport()

  private let servers: [RealServer]
  private let state = Mutex(State())

  /// Creates a recorder, in the process in which the app runs.
  package init(servers: [RealServer]) { self.servers = servers }

  /// Returns whether all requests are answered, and no other has come for a moment.
  ///
  /// - Parameters:
  ///   - act: The time of the last act, which may lead to requests.
  ///   - now: The current time.
  package func isQuiet(
    since act: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now
  ) -> Bool {
    state.withLock { state in
      now - max(state.lastActivity, act) >= Self.quietTime
        && state.entries.allSatisfy {
          $0.isOver || !$0.hasArrived && now - $0.sent >= Self.longestWay
        }
    }
  }

  /// What was recorded so far.
  package var recording: Recording {
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
    let origin = RecordedURL(received.url).origin
    guard servers.server(for: origin) != nil else {
      throw refuse(
        "the app sent \(received.line), but no --server is for \(origin); "
          + "add --server \(origin)=https://…")
    }
    var redirected = request
    redirected.scheme = "http"
    redirected.authority = "127.0.0.1:\(port)"
    redirected.headerFields[LiveAnswers.header] = "\(add(received))"
    return redirected
  }

  private func refuse(_ problem: String) -> URLError {
    state.withLock { $0.problems.append(problem) }
    return URLError(.unsupportedURL)
  }

  /// Adds a request and returns its number.
  private func add(_ request: ReceivedRequest) -> Int {
    let expected = transport.storyAnswer(to: request)
    return state.withLock { state in
      state.entries.append(Entry(request: request, expected: expected))
      state.lastActivity = .now
      return state.entries.count - 1
    }
  }

  // MARK: - The server's side

  /// Returns the real server's response to a request that arrived at the server on this machine.
  package func respond(to request: HTTPRequest, _ body: Data) async -> LiveResponse {
    guard let number = arrive(request, body) else {
      return LiveResponse(
        HTTPResponse(status: .badRequest), .data(Data("no scenario sent this request".utf8)))
    }
    let url = RecordedURL(state.withLock { $0.entries[number].request.url })
    guard let server = servers.server(for: url.origin) else {
      return finish(number, "no --server is for \(url.origin), to which a redirect leads")
    }
    do {
      let answer = try await Relay.send(request, body, to: server.address + url.path)
      return finish(number, answer, from: server)
    } catch {
      return finish(number, "\(server.address) can't be reached: \(Relay.words(for: error))")
    }
  }

  /// Returns the number of the request that has arrived; `nil` for a request of something else.
  private func arrive(_ request: HTTPRequest, _ body: Data) -> Int? {
    let key = request.headerFields[LiveAnswers.header].flatMap { Int($0) }
    let redirect = request.path.flatMap { RecordedURL(redirectPath: $0) }
    let (known, url) = state.withLock { state -> (Int?, RecordedURL?) in
      guard let key, state.entries.indices.contains(key) else { return (nil, redirect) }
      // A second arrival is a redirect, or the app's transport sends the request again.
      guard redirect == nil, !state.entries[key].hasArrived else {
        return (nil, redirect ?? RecordedURL(state.entries[key].request.url))
      }
      return (key, nil)
    }
    let added = url.map { url in
      var received = ReceivedRequest(request, body: body.isEmpty ? nil : body)
      received.url = url.text
      received.headers[LiveAnswers.header.rawName] = nil
      return add(received)
    }
    guard let number = known ?? added else { return nil }
    state.withLock { $0.entries[number].hasArrived = true }
    return number
  }

  /// Records an answer, and returns it in the form that the app gets.
  private func finish(
    _ number: Int, _ received: RecordedAnswer, from server: RealServer
  ) -> LiveResponse {
    var answer = received
    let url = state.withLock { $0.entries[number].request.url }
    let location = answer.location(after: url, from: server)
    if let location { answer.replace(server, in: location) }
    state.withLock { state in
      state.entries[number].answer = answer
      state.entries[number].isOver = true
      state.lastActivity = .now
    }
    var response = HTTPResponse(status: HTTPResponse.Status(code: answer.status))
    for header in answer.headers {
      if let name = HTTPField.Name(header.name) { response.headerFields[name] = header.value }
    }
    if let location, response.status.kind == .redirection, transport.followsRedirects {
      response.headerFields[.location] = location.redirectPath
    }
    return LiveResponse(response, .data(answer.body))
  }

  /// Records the reason for which a request has no answer.
  private func finish(_ number: Int, _ problem: String) -> LiveResponse {
    state.withLock { state in
      state.problems.append(problem)
      state.entries[number].isOver = true
      state.lastActivity = .now
    }
    return LiveResponse(HTTPResponse(status: .badGateway), .data(Data()))
  }
}

extension Recorder.Entry {
  /// The request with its answer; `nil` if it has none.
  fileprivate var exchange: RecordedExchange? {
    answer.map { answer in
      RecordedExchange(
        method: request.method, url: request.url,
        headers: request.headers.sorted { $0.key < $1.key }.map { RecordedHeader($0, $1) },
        body: request.body, answer: answer, expected: expected)
    }
  }
}

extension FakeTransport {
  /// Records a request that a real server answers, and returns the answer that the story has for it.
  func storyAnswer(to request: Request) -> StoryAnswer? {
    state.withLock { state in
      state.requests.append(request)
      let (stubs, unexpected) = (state.stubs, state.unexpected)
      guard let answer = try? Self.answer(to: request, in: &state) else {
        state.unexpected = unexpected
        return nil
      }
      return zip(state.stubs, stubs).lazy.compactMap { $0.use(since: $1) }.first.map { use in
        StoryAnswer(data: use.data, index: use.index, answer: RecordedAnswer(answer))
      }
    }
  }
}
