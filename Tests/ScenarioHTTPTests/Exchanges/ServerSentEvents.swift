import Foundation
import ScenarioHTTP
import ScenarioKit
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's transport for responses that it reads while they arrive.
protocol StreamTransport: Sendable {
  func stream(
    for request: URLRequest
  ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse)
}

/// The app's own transport.
struct SessionStreams: StreamTransport {
  func stream(
    for request: URLRequest
  ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
    let (body, pieces) = AsyncThrowingStream.makeStream(of: Data.self)
    let reader = Reader(pieces)
    let session = URLSession(configuration: .ephemeral, delegate: reader, delegateQueue: nil)
    let task = session.dataTask(with: request)
    session.finishTasksAndInvalidate()
    pieces.onTermination = { _ in task.cancel() }
    let response = try await withTaskCancellationHandler {
      try await reader.response { task.resume() }
    } onCancel: {
      task.cancel()
    }
    return (body, response)
  }

  /// Passes on what arrives: the response, then the pieces of its body.
  private final class Reader: NSObject, URLSessionDataDelegate, Sendable {
    private let pieces: AsyncThrowingStream<Data, any Error>.Continuation
    private let waiting = Mutex<CheckedContinuation<URLResponse, any Error>?>(nil)

    init(_ pieces: AsyncThrowingStream<Data, any Error>.Continuation) { self.pieces = pieces }

    func response(start: () -> Void) async throws -> URLResponse {
      try await withCheckedThrowingContinuation { continuation in
        waiting.withLock { $0 = continuation }
        start()
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      take()?.resume(returning: response)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      pieces.yield(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      take()?.resume(throwing: error ?? URLError(.badServerResponse))
      pieces.finish(throwing: error)
    }

    private func take() -> CheckedContinuation<URLResponse, any Error>? {
      waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
    }
  }
}

/// The goals of a match, which a server sends while they fall.
@MainActor
final class MatchTicker {
  enum Bug: String, CaseIterable {
    case forgottenEvent = "the server does not learn which event was the last"
    case eventsInPieces = "each piece of the response is read on its own"
  }

  struct Screen: Codable {
    enum Connection: String, Codable, CaseIterable { case closed, live, lost, ended }

    var connection = Connection.closed
    var score = "0:0"
    var goals: [String] = []
  }

  private struct Goal: Decodable {
    var minute: Int
    var scorer: String
    var score: String
  }

  private(set) var screen = Screen()
  var match = 0
  var bug: Bug?
  private let transport: any StreamTransport
  private var following: Task<Void, Never>?

  init(transport: any StreamTransport) { self.transport = transport }

  deinit { following?.cancel() }

  func open() {
    guard let url = URL(string: "https://scores.example/matches/\(match)/events") else { return }
    following?.cancel()
    following = Task { [weak self, transport, bug] in
      var parser = EventStreamParser()
      while true {
        let last = bug == .forgottenEvent ? nil : parser.lastEventID
        do {
          let (body, response) = try await transport.stream(for: Self.request(url, after: last))
          guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            self?.screen.connection = .ended
            return
          }
          self?.screen.connection = .live
          parser.begin()
          for try await piece in body {
            if bug == .eventsInPieces { parser.begin() }
            for event in parser.events(in: piece) { self?.show(event) }
          }
        } catch {
          // The app treats a lost connection like one that the server ended.
        }
        guard !Task.isCancelled else { return }
        self?.screen.connection = .lost
        do { try await Task.sleep(for: parser.retryDelay) } catch { return }
      }
    }
  }

  func close() {
    following?.cancel()
    screen.connection = .closed
  }

  private static func request(_ url: URL, after lastEventID: String?) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID")
    return request
  }

  private func show(_ event: EventStreamParser.Event) {
    // Other events are for later versions of the app.
    guard event.name == "goal",
      let goal = try? JSONDecoder().decode(Goal.self, from: Data(event.data.utf8))
    else { return }
    screen.score = goal.score
    screen.goals.append("\(goal.scorer) \(goal.minute)'")
  }
}

/// Reads server-sent events from a response that arrives in pieces.
private struct EventStreamParser {
  struct Event {
    var name = "message"
    var data = ""
    fileprivate var id: String?
  }

  /// The ID of the last complete event.
  private(set) var lastEventID: String?

  /// The time to wait before the next connection.
  private(set) var retryDelay = Duration.seconds(3)

  private var line = Data()
  private var event = Event()

  /// Forgets the beginning of an event, because a response begins.
  mutating func begin() { (line, event) = (Data(), Event()) }

  /// Returns the events that are complete with a piece of the response.
  mutating func events(in piece: Data) -> [Event] {
    var events: [Event] = []
    for byte in piece {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if !event.data.isEmpty { events.append(event) }
        lastEventID = event.id ?? lastEventID
        event = Event()
      } else {
        read(String(decoding: line, as: UTF8.self))
      }
      line = Data()
    }
    return events
  }

  private mutating func read(_ line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? String(parts[1]) : ""
    if value.hasPrefix(" ") { value.removeFirst() }
    switch parts[0] {
    case "event": event.name = value
    case "data": event.data += event.data.isEmpty ? value : "\n\(value)"
    case "id": event.id = value
    case "retry": if let milliseconds = Int(value) { retryDelay = .milliseconds(milliseconds) }
    // A line that begins with a colon is a comment, with which servers keep connections open.
    default: break
    }
  }
}

final class ServerSentEventsModule: ExchangeModule {
  static let name = "server-sent events"
  let server: FakeTransport
  private let ticker: MatchTicker

  init(_ context: ScenarioContext) {
    server = context.transport
    let transport: any StreamTransport =
      Exchange.usesURLSession
      ? SessionStreams() : context.live.map { RedirectedStreams(live: $0) } ?? context.transport
    ticker = context.expectReleased(MatchTicker(transport: transport))
  }

  static var steps: Steps {
    exchangeSteps
    Given("the fan has chosen match {int}") { (module, match: Int) in module.ticker.match = match }
    When("the fan opens the ticker") { module in module.ticker.open() }
    When("the fan closes the ticker") { module in module.ticker.close() }
    Observe("the ticker shows") { module in module.ticker.screen }
  }

  func introduce(_ bug: MatchTicker.Bug) { ticker.bug = bug }
}

extension FakeTransport: StreamTransport {}

/// The app's own transport, with requests redirected to the live server.
private struct RedirectedStreams: StreamTransport {
  let live: LiveSurroundings

  func stream(
    for request: URLRequest
  ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
    try await SessionStreams().stream(for: live.redirected(request))
  }
}
