import FlyingFox
import Foundation
import Synchronization
import Testing

@testable import ScenarioHTTP
@testable import ScenarioLive

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests of the frames that the server of live runs exchanges with an app.
///
/// Each runs in a process of its own, because the simulations of other tests occupy the threads
/// here.
@Suite("WebSockets of live runs")
struct WebSocketConnectionTests {
  @Test func `a message in several frames arrives as one, and a ping in between is answered`() async
  {
    await #expect(processExitsWith: .success) {
      let socket = ScriptedSocket()
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      app.yield(WSFrame(fin: false, opcode: .text, mask: nil, payload: Data("Good ".utf8)))
      app.yield(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data("?".utf8)))
      app.yield(WSFrame(fin: true, opcode: .continuation, mask: nil, payload: Data("day".utf8)))
      app.yield(.close(code: .goingAway))
      let pong = WSFrame(fin: true, opcode: .pong, mask: nil, payload: Data("?".utf8))
      #expect(await frames.next() == pong)
      #expect(await frames.next() == .close(code: .goingAway))
      #expect(await frames.next() == nil)
      #expect(socket.events == [#"text("Good day")"#, "ended with 1001 Going Away"])
    }
  }

  @Test func `a connection that the server closes lasts until the app has closed it, too`() async {
    await #expect(processExitsWith: .success) {
      let socket = ScriptedSocket()
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      socket.server.finish(throwing: FakeSocket.Closed(code: 1001, reason: "restart"))
      let close = WSFrame.close(code: WSCloseCode(1001, reason: "restart"))
      #expect(await frames.next() == close)
      app.yield(WSFrame(fin: true, opcode: .binary, mask: nil, payload: Data([7])))
      app.yield(close)
      #expect(await frames.next() == nil)
      #expect(socket.events == ["data(1 bytes)"])
    }
  }

  @Test func `a connection that the server drops ends without a close frame`() async {
    await #expect(processExitsWith: .success) {
      let socket = ScriptedSocket()
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      socket.server.yield(.text("Good day"))
      socket.server.finish(throwing: URLError(.networkConnectionLost))
      let text = WSFrame(fin: true, opcode: .text, mask: nil, payload: Data("Good day".utf8))
      #expect(await frames.next() == text)
      #expect(await frames.next() == nil)
      #expect(socket.events == [])
      app.finish()
    }
  }

  @Test func `a connection that the app drops has ended abnormally`() async {
    await #expect(processExitsWith: .success) {
      let socket = ScriptedSocket()
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      app.finish()
      #expect(await frames.next() == nil)
      #expect(socket.events == ["ended with 1006 "])
    }
  }
}

/// A socket of a scenario that does what a test says, and records what the app does.
private final class ScriptedSocket: LiveSocket {
  let outgoing: AsyncThrowingStream<FakeSocket.Message, any Error>
  let server: AsyncThrowingStream<FakeSocket.Message, any Error>.Continuation
  private let recorded = Mutex<[String]>([])

  var events: [String] { recorded.withLock(\.self) }

  init() { (outgoing, server) = AsyncThrowingStream.makeStream() }

  func receive(_ message: FakeSocket.Message) {
    recorded.withLock { events in
      switch message {
      case .text(let text): events.append("text(\"\(text)\")")
      case .data(let data): events.append("data(\(data.count) bytes)")
      }
    }
  }

  func ended(code: Int, reason: String) {
    recorded.withLock { $0.append("ended with \(code) \(reason)") }
  }
}
