import Foundation
import Glibc
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket over a socket of the system, because `URLSession` has none on Linux.
///
/// It connects to this machine, and speaks RFC 6455 without TLS and extensions.
final class WebSocketClient: TextSocket {
  private let connection: Connection
  private let texts: AsyncThrowingStream<String, any Error>

  private init(_ connection: Connection, _ texts: AsyncThrowingStream<String, any Error>) {
    self.connection = connection
    self.texts = texts
  }

  deinit { connection.close() }

  /// Connects to a server on this machine.
  ///
  /// - Throws: `URLError` if there is no server, or if it refuses the handshake.
  static func connect(to request: URLRequest) async throws -> WebSocketClient {
    try await withCheckedThrowingContinuation { continuation in
      // Reading blocks, so it needs a thread of its own.
      Thread {
        do {
          let connection = try Connection(to: request)
          let (texts, incoming) = AsyncThrowingStream.makeStream(of: String.self)
          continuation.resume(returning: WebSocketClient(connection, texts))
          incoming.finish(throwing: connection.readTexts { incoming.yield($0) })
        } catch {
          continuation.resume(throwing: error)
        }
      }.start()
    }
  }

  func send(_ text: String) async throws {
    guard connection.write(.text, Data(text.utf8)) else {
      throw URLError(.networkConnectionLost)
    }
  }

  func nextText() async throws -> String? {
    var texts = texts.makeAsyncIterator()
    return try await texts.next()
  }

  func cancel() { connection.close() }
}

/// The connection of a ``WebSocketClient``; one thread reads, and any thread can write.
private final class Connection: Sendable {
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case data = 2
    case close = 8
    case ping = 9
    case pong = 10
  }

  private let socket: Int32

  /// Whether frames can be written.
  private let isOpen = Mutex(true)

  /// Connects, and waits for the server's answer to the handshake.
  init(to request: URLRequest) throws {
    guard let url = request.url, let port = url.port.flatMap(in_port_t.init(exactly:)) else {
      throw URLError(.unsupportedURL)
    }
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw URLError(.cannotConnectToHost) }
    try shakeHands(request, to: url, port)
  }

  deinit { Glibc.close(socket) }

  private func shakeHands(_ request: URLRequest, to url: URL, _ port: in_port_t) throws {
    // The sample of RFC 6455, because its answer is known without a hash.
    let (key, acceptance) = ("dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    var lines = [
      "GET \(url.path(percentEncoded: true)) HTTP/1.1", "Host: 127.0.0.1:\(port)",
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: \(key)",
      "Sec-WebSocket-Version: 13",
    ]
    lines += (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" }
    guard write(Data((lines + ["", ""]).joined(separator: "\r\n").utf8)) else {
      throw URLError(.networkConnectionLost)
    }
    var head = Data()
    while head.suffix(4) != Data("\r\n\r\n".utf8) {
      guard let byte = read(1) else { throw URLError(.networkConnectionLost) }
      head += byte
    }
    guard head.starts(with: Data("HTTP/1.1 101 ".utf8)),
      head.firstRange(of: Data(acceptance.utf8)) != nil
    else { throw URLError(.badServerResponse) }
  }

  /// Reads until the connection ends.
  ///
  /// - Returns: `nil` if the server closed the connection as usual, otherwise the error.
  func readTexts(_ receive: (String) -> Void) -> URLError? {
    defer { close() }
    var message: (opcode: Opcode, payload: Data) = (.text, Data())
    while let (opcode, isLast, payload) = readFrame() {
      switch opcode {
      case .text, .data: message = (opcode, payload)
      case .continuation: message.payload += payload
      case .ping: write(.pong, payload)
      case .pong: break
      case .close:
        write(.close, payload)
        return payload.starts(with: [0x03, 0xE8]) ? nil : URLError(.networkConnectionLost)
      }
      guard opcode.rawValue < Opcode.close.rawValue, isLast, message.opcode == .text else {
        continue
      }
      receive(String(decoding: message.payload, as: UTF8.self))
    }
    return URLError(.networkConnectionLost)
  }

  private func readFrame() -> (opcode: Opcode, isLast: Bool, payload: Data)? {
    guard let head = read(2), let opcode = Opcode(rawValue: head[0] & 0x0F) else { return nil }
    var count = Int(head[1] & 0x7F)
    if count > 125 {
      guard let bytes = read(count == 126 ? 2 : 8) else { return nil }
      count = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    return read(count).map { (opcode, head[0] & 0x80 != 0, $0) }
  }

  /// Writes a frame of one part.
  ///
  /// - Returns: Whether the connection was open.
  @discardableResult func write(_ opcode: Opcode, _ payload: Data) -> Bool {
    var frame = Data([0x80 | opcode.rawValue])
    switch payload.count {
    case ...125: frame.append(0x80 | UInt8(payload.count))
    case ...0xFFFF:
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      frame.append(0x80 | 127)
      frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    let mask = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
    frame += mask
    frame += payload.enumerated().map { $1 ^ mask[$0 % 4] }
    return isOpen.withLock { $0 && write(frame) }
  }

  /// Closes the connection from this side: nothing can be written after the close frame.
  func close() {
    guard write(.close, Data([0x03, 0xE8])) else { return }
    isOpen.withLock { $0 = false }
    shutdown(socket, Int32(SHUT_WR))
  }

  private func read(_ count: Int) -> Data? {
    guard count > 0 else { return Data() }
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(socket, &bytes, count, Int32(MSG_WAITALL)) == count ? Data(bytes) : nil
  }

  private func write(_ data: Data) -> Bool {
    [UInt8](data).withUnsafeBytes {
      Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }
}
