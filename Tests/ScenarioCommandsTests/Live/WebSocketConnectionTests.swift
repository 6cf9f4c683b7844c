import FlyingFox
import Foundation
import HTTPTypes
import Testing

@testable import ScenarioCommands
@testable import ScenarioHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests of the frames that the server of live runs exchanges with an app.
///
/// Each runs in a process of its own, because the simulations of other tests occupy the threads
/// here.
@Suite("WebSockets of live runs")
struct WebSocketConnectionTests {
  private static var socket: Connection {
    let request = HTTPRequest(method: .get, scheme: "wss", authority: "a.example", path: "/")
    return Connection(ReceivedRequest(request, body: nil), number: 1)
  }

  @Test func `a message in several frames arrives as one, and a ping in between is answered`() async
  {
    await #expect(processExitsWith: .success) {
      let socket = Self.socket
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
      #expect(socket.received == [.text("Good day")])
      #expect(socket.end == .left(FakeSocket.Closed(code: 1001, reason: "Going Away")))
    }
  }

  @Test func `a connection that the server closes lasts until the app has closed it, too`() async {
    await #expect(processExitsWith: .success) {
      let socket = Self.socket
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      socket.finish(.closed(FakeSocket.Closed(code: 1001, reason: "restart")))
      let close = WSFrame.close(code: WSCloseCode(1001, reason: "restart"))
      #expect(await frames.next() == close)
      app.yield(WSFrame(fin: true, opcode: .binary, mask: nil, payload: Data([7])))
      app.yield(close)
      #expect(await frames.next() == nil)
      #expect(socket.end == .closed(FakeSocket.Closed(code: 1001, reason: "restart")))
    }
  }

  @Test func `a connection that the server drops ends without a close frame`() async {
    await #expect(processExitsWith: .success) {
      let socket = Self.socket
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      socket.send(.text("Good day"))
      socket.finish(.lost)
      let text = WSFrame(fin: true, opcode: .text, mask: nil, payload: Data("Good day".utf8))
      #expect(await frames.next() == text)
      #expect(await frames.next() == nil)
      #expect(socket.end == .lost)
      app.finish()
    }
  }

  @Test func `a connection that the app drops has ended abnormally`() async {
    await #expect(processExitsWith: .success) {
      let socket = Self.socket
      let (client, app) = AsyncThrowingStream.makeStream(of: WSFrame.self)
      var frames = try await WebSocketConnection(socket).makeFrames(for: client).makeAsyncIterator()
      app.finish()
      #expect(await frames.next() == nil)
      #expect(socket.end == .left(FakeSocket.Closed(code: 1006)))
    }
  }
}
