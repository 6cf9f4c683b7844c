import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The simulated server of one scenario, which records requests and returns the answers that the
/// story defines.
///
/// An app uses it through a protocol of its own, to which one line adds the conformance:
///
///     extension FakeTransport: Transport {}
public final class FakeTransport: Sendable {
  /// A request that the server received.
  public struct Request: Sendable, Hashable, Codable {
    /// The method, such as `GET`.
    public var method: String

    /// The complete URL.
    public var url: String

    /// The header fields as sent, by name.
    public var headers: [String: String]

    /// The body as text; `nil` if there was none.
    public var body: String?

    /// The method and URL in one line: `GET https://info-example.com/get_info`.
    public var line: String { "\(method) \(url)" }
  }

  /// An error thrown for a request that has no answer in the story.
  public struct Unexpected: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request.
    public var request: Request

    /// The problem in one sentence.
    public var message: String

    /// Hints on how to correct the problem.
    public var hints: [String]

    /// The time of the request since the start of the scenario; `nil` outside of story time.
    package var time: Duration?

    /// Whether there were answers to such requests, but too few.
    package var hasStub = false

    /// The label of the task or other work that sent the request; `nil` if unknown.
    package var sender: WorkLabel?

    /// The problem in one sentence.
    public var description: String { message }
  }

  private struct Stub {
    var method: String
    var url: String
    var answers: [Answer]
    var used = 0

    var line: String { "\(method) \(url)" }

    /// Returns the answer to the next request; `nil` if all answers have been given.
    mutating func next() -> Answer? {
      var before = 0
      for answer in answers {
        guard let count = answer.count, used >= before + count else {
          used += 1
          return answer
        }
        before += count
      }
      return nil
    }
  }

  private struct State {
    var stubs: [Stub] = []
    var requests: [Request] = []
    var unexpected: [Unexpected] = []
    /// The answers on their way, by the numbers of their requests.
    var due: [Int: DueAnswer] = [:]
  }

  /// An answer that the app has not received yet.
  package struct DueAnswer: Sendable {
    /// The request, as `GET https://…`.
    package var request: String

    /// The time of the answer since the start of the scenario.
    package var time: Duration
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the answers to future requests.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - url: The complete URL, including its query.
  ///   - answers: The answers, in order. They replace earlier answers for this method and URL.
  public func answer(_ method: String, _ url: String, with answers: [Answer]) {
    state.withLock { state in
      state.stubs.removeAll { $0.method == method && $0.url == url }
      state.stubs.append(Stub(method: method, url: url, answers: answers))
    }
  }

  /// The requests so far, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// The requests that have answers but were never sent, as `GET https://…`.
  public var unusedStubs: [String] {
    state.withLock { $0.stubs.filter { $0.used == 0 }.map(\.line) }
  }

  /// The next answer that the app will receive, if it is due later than now; `nil` in real time.
  package var nextAnswer: DueAnswer? {
    state.withLock { $0.due.values.min { $0.time < $1.time } }
  }

  /// Whether there were requests without an answer.
  package var hasUnexpected: Bool { state.withLock { !$0.unexpected.isEmpty } }

  /// Removes and returns the requests without an answer.
  package func takeUnexpected() -> [Unexpected] {
    state.withLock { state in
      defer { state.unexpected = [] }
      return state.unexpected
    }
  }

  /// Sends a request, as a live transport does.
  ///
  /// - Throws: `URLError` if the story defines a failure or the task is cancelled; ``Unexpected``
  ///   if the story defines no answer to the request.
  public func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
    let request = Request(request, body: body)
    let (answer, number) = try receive(request)
    Simulation.note(StoryEvent(.request(number: number), request.line))
    do {
      try Task.checkCancellation()
      if let delay = answer.after, delay > .zero {
        let time = Simulation.timeOfCaller.map { $0 + delay }
        state.withLock { state in
          state.due[number] = time.map { DueAnswer(request: request.line, time: $0) }
        }
        defer { state.withLock { $0.due[number] = nil } }
        try await Task.sleep(for: delay)
      }
    } catch {
      Simulation.note(StoryEvent(.answer(number: number), "cancelled"))
      throw URLError(.cancelled)
    }
    Simulation.note(StoryEvent(.answer(number: number), "\(answer.outcome)"))
    switch answer.outcome {
    case .failure(let failure): throw URLError(failure.code)
    case .response(let response, let body): return (response, body)
    }
  }

  /// Records a request and returns its answer.
  func receive(_ request: Request) throws -> (answer: Answer, number: Int) {
    try state.withLock { state in
      state.requests.append(request)
      return (try Self.answer(to: request, in: &state), state.requests.count)
    }
  }

  /// Records a request that can't be answered as the story defines, with the reason.
  func refuse(_ request: Request, _ message: String, hints: [String]) -> Unexpected {
    let unexpected = Unexpected(request: request, message: message, hints: hints)
    state.withLock { $0.unexpected.append(unexpected) }
    return unexpected
  }

  private static func answer(to request: Request, in state: inout State) throws -> Answer {
    let index = state.stubs.firstIndex { $0.method == request.method && $0.url == request.url }
    if let index, let answer = state.stubs[index].next() { return answer }
    let unexpected = Unexpected(
      request: request,
      message: index.map { index in
        "the app sent \(request.line) more times than the \(state.stubs[index].used) "
          + "that the server has answers for"
      } ?? "the app sent \(request.line), but no answer is defined for it",
      hints: index == nil
        ? hints(for: request, among: state.stubs)
        : ["Add an answer to its list of answers, or set \"times\" in the last one."],
      time: Simulation.timeOfCaller, hasStub: index != nil, sender: Simulation.labelOfCaller)
    state.unexpected.append(unexpected)
    Simulation.note(
      StoryEvent(.request(number: state.requests.count), "\(request.line), which has no answer"))
    throw unexpected
  }

  private static func hints(for request: Request, among stubs: [Stub]) -> [String] {
    let answer = request.method == "GET" ? "{ json: … }" : "{ status: 200 }"
    let paste = "Add this line below \"given:\": the server answers \(request.line): \(answer)"
    if stubs.isEmpty { return [paste] }
    let lines = stubs.map(\.line)
    // The nearest answer is shown however distant it is, because any defined answer may help.
    let nearest = lines.min { left, right in
      distance(request.line, left) < distance(request.line, right)
    }
    return (nearest.map { ["The most similar request with an answer is: \($0)"] } ?? []) + [paste]
  }

  private static func distance(_ left: String, _ right: String) -> Int {
    NearestText.distance(from: left, to: right, atMost: 200) ?? .max
  }
}

extension FakeTransport.Request {
  init(_ request: HTTPRequest, body: Data?) {
    method = request.method.rawValue
    let authority = request.authority ?? ""
    url = "\(request.scheme ?? "https")://\(authority)\(request.path ?? "/")"
    headers = Dictionary(
      request.headerFields.map { ($0.name.rawName, $0.value) },
      uniquingKeysWith: { "\($0), \($1)" })
    self.body = body.map { String(decoding: $0, as: UTF8.self) }
  }
}
