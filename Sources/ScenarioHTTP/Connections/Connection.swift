import Foundation
import ScenarioKit
import ScenarioLanguage
import Simulation
import Synchronization

/// The server's side of an answer that arrives in parts, or of a WebSocket.
///
/// The app reads what the server sends from a stream, in a simulation directly and in a live run
/// through the server on this machine.
package final class Connection: Sendable {
  /// Why a connection has ended.
  package enum End: Sendable, Hashable {
    /// The body is complete.
    case complete
    /// The server closed the WebSocket.
    case closed(FakeSocket.Closed)
    /// The connection broke.
    case lost
    /// The app closed the WebSocket, or cancelled the request.
    case left(FakeSocket.Closed?)

    /// The error that the app receives; `nil` for a complete body.
    var error: (any Error)? {
      switch self {
      case .complete: nil
      case .closed(let closed): closed
      case .lost: URLError(.networkConnectionLost)
      case .left: URLError(.cancelled)
      }
    }

    /// The end in a few words.
    var words: Message {
      switch self {
      case .complete: "the end"
      case .closed(let closed): closed.words
      case .lost: "connection lost"
      case .left(let closed): closed.map { $0.words + " by the app" } ?? "cancelled by the app"
      }
    }
  }

  private struct State {
    var end: End?
    /// The texts that the app has sent.
    var received: [FakeSocket.Message] = []
    /// The task that sends the parts of the answer.
    var delivery: Task<Void, Never>?
  }

  /// The request that opened the connection.
  let request: ReceivedRequest

  /// The number of that request.
  let number: Int

  /// The bytes that the server sends; it throws the error of the end.
  package let outgoing: AsyncThrowingStream<FakeSocket.Message, any Error>

  private let continuation: AsyncThrowingStream<FakeSocket.Message, any Error>.Continuation
  private let state = Mutex(State())

  init(_ request: ReceivedRequest, number: Int) {
    (self.request, self.number) = (request, number)
    (outgoing, continuation) = AsyncThrowingStream.makeStream()
    continuation.onTermination = { [weak self] termination in
      if case .cancelled = termination { self?.finish(.left(nil)) }
    }
  }

  /// Why the connection has ended; `nil` while it is open.
  var end: End? { state.withLock { $0.end } }

  /// The texts that the app has sent, in order.
  var received: [FakeSocket.Message] { state.withLock { $0.received } }

  /// Sends a message, unless the connection has ended.
  func send(_ message: FakeSocket.Message) {
    guard end == nil else { return }
    Simulation.note(StoryEvent(.answer(number: number), "\(message)"))
    continuation.yield(message)
  }

  /// Ends the connection; the first end counts.
  package func finish(_ end: End) {
    let delivery: Task<Void, Never>?? = state.withLock { state in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.delivery = nil }
      return state.delivery
    }
    guard let delivery else { return }
    delivery?.cancel()
    let isOfApp = if case .left = end { true } else { false }
    Simulation.note(
      StoryEvent(isOfApp ? .request(number: number) : .answer(number: number), end.words.english))
    continuation.finish(throwing: end.error)
  }

  /// Records a message of the app.
  ///
  /// - Throws: The error of the end if the connection has ended.
  package func record(_ message: FakeSocket.Message) throws {
    try state.withLock { state in
      if let end = state.end { throw end.error ?? URLError(.networkConnectionLost) }
      state.received.append(message)
    }
    Simulation.note(StoryEvent(.request(number: number), "\(message)"))
  }

  /// Sends the parts of an answer, each after its delay.
  ///
  /// - Parameter sleep: Waits for a delay.
  package func deliver(
    _ delivery: Delivery,
    sleeping sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    }
  ) {
    // Parts without a delay are there when the app gets the response.
    let first = delivery.parts.firstIndex { ($0.after ?? .zero) > .zero } ?? delivery.parts.count
    for part in delivery.parts[..<first] { perform(part.action) }
    guard first < delivery.parts.count else {
      if !delivery.staysOpen { finish(.complete) }
      return
    }
    let task = Task {
      do {
        for part in delivery.parts[first...] {
          try await sleep(part.after ?? .zero)
          perform(part.action)
        }
        if !delivery.staysOpen { finish(.complete) }
      } catch {
        // The connection ended before the part was due.
      }
    }
    let isOver = state.withLock { state in
      if state.end == nil { state.delivery = task }
      return state.end != nil
    }
    if isOver { task.cancel() }
  }

  private func perform(_ action: Delivery.Action) {
    switch action {
    case .send(let message): send(message)
    case .end(let end): finish(end)
    }
  }
}
