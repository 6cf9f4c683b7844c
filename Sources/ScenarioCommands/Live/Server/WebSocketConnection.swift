import FlyingFox
import Foundation
import ScenarioHTTP
import Synchronization

/// A WebSocket between an app and the server of its scenario.
///
/// FlyingFox's own handler of messages closes the connection directly after its close frame. This
/// one waits for the app's close frame, so that the app receives everything that was sent to it.
final class WebSocketConnection: WSHandler {
  private let socket: Connection

  /// Whether the server has sent its close frame.
  private let hasClosed = Mutex(false)

  init(_ socket: Connection) { self.socket = socket }

  /// Returns the frames to the app.
  ///
  /// The connection is closed after the last one; the app has lost it if that is no close frame.
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let (frames, toApp) = AsyncStream.makeStream(of: WSFrame.self)
    let work = Task {
      await withTaskGroup(of: Bool.self) { group in
        group.addTask { await self.send(to: toApp) }
        group.addTask {
          await self.receive(from: client, answering: toApp)
          return false
        }
        for await awaitsClose in group where !awaitsClose { break }
        group.cancelAll()
      }
      toApp.finish()
    }
    toApp.onTermination = { _ in work.cancel() }
    return frames
  }

  /// Sends the messages of the server, and returns whether the app's close frame has to follow.
  private func send(to app: AsyncStream<WSFrame>.Continuation) async -> Bool {
    do {
      for try await message in socket.outgoing {
        let opcode: WSFrame.Opcode = if case .text = message { .text } else { .binary }
        app.yield(WSFrame(fin: true, opcode: opcode, mask: nil, payload: message.data))
      }
    } catch let closed as FakeSocket.Closed {
      hasClosed.withLock { $0 = true }
      let code = UInt16(exactly: closed.code) ?? WSCloseCode.internalServerError.code
      app.yield(.close(code: WSCloseCode(code, reason: closed.reason)))
      return true
    } catch {
      // Any other error means that the connection is lost, which takes no close frame.
    }
    return false
  }

  private func receive(
    from client: AsyncThrowingStream<WSFrame, any Error>,
    answering app: AsyncStream<WSFrame>.Continuation
  ) async {
    var message = WSFrame(fin: true, opcode: .binary, mask: nil, payload: Data())
    do {
      for try await frame in client {
        switch frame.opcode {
        case .text, .binary: message = frame
        case .continuation: message.payload += frame.payload
        case .ping: app.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
        case .close:
          if !hasClosed.withLock(\.self) {
            app.yield(frame)
            end(with: frame.payload)
          }
          return
        default: break
        }
        guard [.text, .binary, .continuation].contains(frame.opcode), frame.fin else { continue }
        // A message that arrives after the end is lost, as on any network.
        try? socket.record(
          message.opcode == .text
            ? .text(String(decoding: message.payload, as: UTF8.self)) : .data(message.payload))
      }
    } catch {
      // A connection that breaks ends like one that the app drops.
    }
    if !Task.isCancelled, !hasClosed.withLock(\.self) { end(WSCloseCode.abnormalClosure.code) }
  }

  /// Ends the socket with the code and reason of the app's close frame.
  private func end(with payload: Data) {
    guard payload.count >= 2 else { return end(WSCloseCode.noStatusReceived.code) }
    end(
      payload.prefix(2).reduce(0) { $0 << 8 | UInt16($1) },
      reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
  }

  private func end(_ code: UInt16, reason: String = "") {
    socket.finish(.left(FakeSocket.Closed(code: Int(code), reason: reason)))
  }
}
