import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// The simulated server of one scenario, which records requests and returns the answers that the
/// story defines.
///
/// An app uses it through a protocol of its own, to which one line adds the conformance:
///
///     extension FakeTransport: Transport {}
public final class FakeTransport: Sendable {
  /// A request that the server received.
  public typealias Request = ReceivedRequest

  struct State {
    var stubs: [Stub] = []
    var requests: [Request] = []
    /// The time of the last request.
    var lastTime: Duration?
    /// The time of the last request, if its answer came at once, and it was the only one at its
    /// moment.
    var immediate: Duration?
    var unexpected: [UnexpectedCall] = []
    /// The unused answers of stubs that were replaced.
    var replaced: [Leftover] = []
    /// The indices of the requests that the app cancelled, in this order.
    var cancelled: [Int] = []
    /// The indices of the requests that a check has named.
    var named: Set<Int> = []
    /// The answers that are on their way, by the numbers of their requests.
    var due: [Int: DueEvent] = [:]
    /// The connections that were opened, in order.
    var connections: [Connection] = []
    var followsRedirects = true
  }

  let state = Mutex(State())

  /// Creates the server of a scenario.
  public init() {}

  /// Sets the answers to future requests.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - url: The URL. `{name}` stands for any segment of the path. Without a query, it is for
  ///     requests with any query. Of several URLs that fit a request, the most specific one counts,
  ///     and of equally specific ones the latest.
  ///   - answers: The answers, in order. They replace earlier answers for this method and URL. No
  ///     client gets the body of an answer to HEAD, or with the status 204 or 304.
  public func answer(_ method: String, _ url: String, with answers: [Answer]) {
    add(Stub(RequestPattern(method, url), answers, from: nil))
  }

  private func add(_ stub: Stub) {
    state.withLock { state in
      guard let replaced = state.stubs.add(stub) else { return }
      state.replaced += replaced.unused(wasReplaced: true)
    }
  }

  /// Sets answers of a story.
  func answer(_ pattern: RequestPattern, with data: any AnsweringData) {
    add(Stub(pattern, data.answers, from: data))
  }

  /// The requests so far, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// The requests that the app cancelled before it got the answer, in the order in which it did.
  public var cancelledRequests: [Request] {
    state.withLock { state in state.cancelled.map { state.requests[$0] } }
  }

  /// Records that the app has cancelled a request.
  package func cancelled(_ number: Int) { state.withLock { $0.cancelled.append(number - 1) } }

  /// The requests that have answers but were never sent, as `GET https://…`.
  public var unusedStubs: [String] {
    state.withLock { $0.stubs.filter { $0.used == 0 }.map(\.line) }
  }

  /// The requests that no check has named, with their indices.
  var unnamedRequests: [(index: Int, request: Request)] {
    state.withLock { state in
      state.requests.indices.filter { !state.named.contains($0) }.map { ($0, state.requests[$0]) }
    }
  }

  /// Records that a check has named requests.
  func name(_ indices: some Sequence<Int>) { state.withLock { $0.named.formUnion(indices) } }

  /// The connections that were opened, in order.
  var connections: [Connection] { state.withLock { $0.connections } }

  /// Opens a connection for a request.
  package func connect(_ request: Request, _ number: Int) -> Connection {
    let connection = Connection(request, number: number)
    state.withLock { $0.connections.append(connection) }
    return connection
  }

  /// Whether the app's client follows redirects, as `URLSession` does; `true` by default.
  ///
  /// Each redirect is a request of its own in a story.
  public var followsRedirects: Bool {
    get { state.withLock { $0.followsRedirects } }
    set { state.withLock { $0.followsRedirects = newValue } }
  }

  /// Sends a request, as a live transport does.
  ///
  /// - Throws: `URLError` if the story defines a failure or the task is cancelled; ``Unexpected``
  ///   if the story defines no answer to the request.
  public func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    let exchange = try await exchange(request, body, progress: nil)
    return (exchange.response, try await exchange.wholeBody)
  }

  /// Sends a request, and follows redirects.
  ///
  /// - Parameter progress: Receives the number of bytes of the body that were sent, and of all.
  package func exchange(
    _ request: HTTPRequest, _ body: Data?, progress: Progress?
  ) async throws -> Exchange {
    var (request, body) = (request, body)
    for _ in 0...Redirect.limit {
      let exchange = try await exchangeOnce(request, body, progress)
      guard exchange.response.status.kind == .redirection, followsRedirects,
        let target = try Redirect.target(of: exchange.response, to: request)
      else { return exchange }
      exchange.connection?.finish(.left(nil))
      (request, body) = Redirect.request(
        to: target, after: exchange.response.status.code, of: request, body: body)
    }
    throw URLError(.httpTooManyRedirects)
  }

  /// Sends a request, and returns the answer even if it is a redirect.
  func exchangeOnce(
    _ request: HTTPRequest, _ body: Data?, _ progress: Progress?
  ) async throws -> Exchange {
    let request = Request(request, body: body)
    let (answer, number) = try receive(request)
    Simulation.note(StoryEvent(.request(number: number, request.traffic(to: answer.stub))))
    do {
      try Task.checkCancellation()
      if let progress, let body { try await Self.upload(body, answer, progress) }
      if let delay = answer.after, delay > .zero {
        let event = Simulation.timeOfCaller.map { DueEvent(answerTo: request.line, at: $0 + delay) }
        state.withLock { $0.due[number] = event }
        defer { state.withLock { $0.due[number] = nil } }
        try await Task.sleep(for: delay)
      }
      if case .failure(.neverAnswers) = answer.outcome { try await Self.waitForCancellation() }
    } catch {
      cancelled(number)
      Simulation.note(StoryEvent(.answer(number: number, .cancellation)))
      throw URLError(.cancelled)
    }
    Simulation.note(StoryEvent(.answer(number: number, answer.outcome.traffic)))
    switch answer.outcome {
    case .failure(let failure): throw URLError(failure.code)
    case .response(let response, let body):
      guard let delivery = answer.delivery, delivery.usesConnection else {
        return Exchange(url: request.url, response: response, body: body)
      }
      let connection = connect(request, number)
      connection.deliver(delivery)
      return Exchange(url: request.url, response: response, body: Data(), connection: connection)
    }
  }

  /// Waits until the task is cancelled, without an event that others could wait for.
  private static func waitForCancellation() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
    try Task.checkCancellation()
  }

  /// Records a request and returns its answer.
  package func receive(_ request: Request) throws -> (answer: Answer, number: Int) {
    try state.withLock { state in
      state.requests.append(request)
      do {
        let answer = try Self.answer(to: request, in: &state.stubs)
        let time = Simulation.timeOfCaller
        state.immediate = answer.after == nil && time != state.lastTime ? time : nil
        state.lastTime = time
        return (answer, state.requests.count)
      } catch let call as UnexpectedCall {
        state.unexpected.append(call)
        let number = state.requests.count
        Simulation.note(StoryEvent(.request(number: number, request.traffic(to: nil))))
        throw call
      }
    }
  }

  /// Records a request that can't be answered as the story defines, with the reason.
  package func refuse(_ request: Request, _ message: Message, hint: Message) -> UnexpectedCall {
    let call = UnexpectedCall([message, hint], to: request)
    state.withLock { $0.unexpected.append(call) }
    return call
  }

  /// Returns the answer to a request, and counts it.
  private static func answer(to request: Request, in stubs: inout [Stub]) throws -> Answer {
    let message: Message
    let hints: [Message]
    switch stubs.answer(to: request) {
    case .answer(var answer, let segments):
      guard case .response(var response, var body) = answer.outcome else { return answer }
      do {
        if let template = answer.template {
          (response, body) = try template.fill(response, body, from: request, segments)
        }
        if !Answer.hasBody(request.method, response.status.code) { body = Data() }
        answer.outcome = .response(response, body)
        return answer
      } catch let missing as AnswerTemplate.Missing {
        message =
          "the answer to \(request.line) repeats \(missing.reference), which the request does not have"
        hints = ["Give the answer a \"when\", so that other requests get another answer."]
      }
    case .usedUp(let stub):
      message =
        "the app sent \(request.line), but the server answers only "
        + Message.counted(stub.used, "such request")
      hints = ["Add an answer to its list of answers, or set \"times\" in the last one."]
    case .noneHolds(let stub):
      message = "the app sent \(request.line), but no \"when\" of its answers holds"
      hints = NearestStub.hints(for: request, conditionsOf: stub)
    case .nothing:
      var call = UnexpectedCall(
        ["the app sent \(request.line), but no answer is defined for it"]
          + NearestStub.hints(for: request, among: stubs), to: request)
      call.missingStep = NearestStub.step(permitting: request)
      call.searchForStep = { AnswerExamples(beside: $0).step(permitting: request.line) }
      throw call
    }
    throw UnexpectedCall([message] + hints, to: request)
  }
}

// MARK: - Calls of a recording

extension FakeTransport {
  /// Records a request that a real server answers, and returns the answer that the story has for
  /// it.
  package func storyAnswer(
    to request: Request
  ) -> (data: SourceRange, index: Int, answer: Answer)? {
    state.withLock { state in
      state.requests.append(request)
      guard let answer = try? Self.answer(to: request, in: &state.stubs) else { return nil }
      return answer.origin.map { ($0.data, $0.index, answer) }
    }
  }
}

// MARK: - Calls of the runner

extension FakeTransport {
  /// Removes and returns the requests without an answer.
  public func takeUnexpected() -> [UnexpectedCall] {
    state.withLock { state in
      defer { state.unexpected = [] }
      return state.unexpected
    }
  }

  /// The next answer that the app will receive, if it is due later than now; `nil` in real time.
  public var nextDue: DueEvent? {
    state.withLock { state in state.due.values.min { $0.time < $1.time } }
  }

  /// The answer to the last request, if it came at once; `nil` in real time.
  public var lastImmediate: DueEvent? {
    state.withLock { state in
      guard let time = state.immediate, let request = state.requests.last else { return nil }
      return DueEvent(answerTo: request.line, at: time)
    }
  }

  /// The number of requests and of messages over connections so far.
  public var progress: Int { connections.reduce(requests.count) { $0 + $1.received.count } }

  /// The answers of the story that no request got.
  public var leftovers: [Leftover] {
    state.withLock { state in
      state.replaced + state.stubs.flatMap { $0.unused(wasReplaced: false) }
    }
  }

  /// Whether a connection is open; a story need not end the connections of its app.
  public var isOpen: Bool { connections.contains { $0.end == nil } }

  /// Breaks the connections that are open.
  @MainActor public func end() { for connection in connections { connection.finish(.lost) } }
}

extension UnexpectedCall {
  fileprivate init(_ messages: [Message], to request: ReceivedRequest) {
    let headers = request.headers.sorted { $0.key < $1.key }
    self.init(messages, content: "\(request.line) \(headers) \(request.body ?? "")")
  }
}
