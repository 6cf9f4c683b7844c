import FlyingFox
import FlyingSocks
import Foundation
import HTTPTypes
import ScenarioHTTP

/// A real HTTP server on the loopback interface, for live runs, recordings and the studio.
package struct LoopbackServer: Sendable {
  /// The port that the server listens on.
  package let port: UInt16

  /// The time that an answer may take, in seconds.
  ///
  /// It is longer than clients wait, because the client's own timeout has to detect late answers.
  private static let timeout: TimeInterval = 600

  /// The time that the start may take on a busy machine, in seconds.
  private static let startTimeout: TimeInterval = 60

  private let running: Task<Void, any Error>

  /// The error for a server that has no port after its start.
  struct NotListening: Error {}

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 for a free one.
  ///   - keptBytes: The number of bytes of a body that are kept; the rest is read and dropped.
  ///   - patience: The time after which a connection is closed that neither sends nor takes anything;
  ///     `nil` for none.
  ///   - respond: Returns the response to a request with its body.
  /// - Throws: An error that prevents the server from listening.
  package static func start(
    port: UInt16 = 0, keptBytes: Int = .max, patience: Duration? = nil,
    respond: @escaping @Sendable (HTTPTypes.HTTPRequest, Data) async -> LiveResponse
  ) async throws -> LoopbackServer {
    let handler = ClosureHTTPHandler { request in
      var body = Data()
      for try await part in request.bodySequence { body += part.prefix(keptBytes - body.count) }
      let response = await respond(HTTPTypes.HTTPRequest(request), body)
      return try await FlyingFox.HTTPResponse(response, to: request)
    }
    let server = try Self.server(on: port, patience, handler)
    let listening = Task { try await Self.port(of: server) }
    let running = Task<Void, any Error> {
      var (current, start) = (server, listening)
      while true {
        do { try await current.run() } catch {
          // Such as a port in use: there is nothing to wait for.
          start.cancel()
          guard let port = try? await start.value, !Task.isCancelled else { throw error }
          // Such as no descriptors left: the connections are closed now, so there are some again.
          let reason = error.localizedDescription
          FileHandle.standardError.write(
            Data("the server of port \(port) starts again: \(reason)\n".utf8))
          let next = try Self.server(on: port, patience, handler)
          (current, start) = (next, Task { try await Self.port(of: next) })
        }
      }
    }
    do { return LoopbackServer(port: try await listening.value, running: running) } catch {
      running.cancel()
      try await running.value
      throw error
    }
  }

  private static func server(
    on port: UInt16, _ patience: Duration?, _ handler: ClosureHTTPHandler
  ) throws -> HTTPServer {
    HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: timeout,
      pool: PatientPool(patience: patience), logger: .disabled, handler: handler)
  }

  /// Returns the port of a server as soon as it listens.
  private static func port(of server: HTTPServer) async throws -> UInt16 {
    try await server.waitUntilListening(timeout: startTimeout)
    switch await server.listeningAddress {
    case .ip4(_, let port), .ip6(_, let port):
      sendAtOnce(from: port)
      return port
    default: throw NotListening()
    }
  }

  /// Waits until the server ends.
  package func run() async throws { try await running.value }

  /// Lets each part of an answer leave at once.
  ///
  /// The head and the body are written apart. The system would keep the body back until the head is
  /// acknowledged, which takes 40 ms. Connections inherit the option from the socket that listens.
  private static func sendAtOnce(from port: UInt16) {
    for file in Int32(0)..<1_024 {
      var name = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isFound = withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &length) == 0 }
      }
      guard isFound, name.sin_family == AF_INET, name.sin_port == port.bigEndian else { continue }
      var isOn: Int32 = 1
      setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Stops the server immediately.
  package func stop() async {
    running.cancel()
    _ = await running.result
  }
}

/// A pool whose connections wait for their clients only so long, because each has a descriptor.
private struct PatientPool: AsyncSocketPool {
  let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  let patience: Duration?

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The socket that listens has no peer.
    guard let patience, (try? socket.remotePeer()) != nil else {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(for: patience)
        throw SocketError.disconnected
      }
      _ = try await group.next()
      group.cancelAll()
    }
  }
}

extension FlyingFox.HTTPResponse {
  fileprivate init(_ live: LiveResponse, to request: FlyingFox.HTTPRequest) async throws {
    let status = live.response.status
    let code = HTTPStatusCode(status.code, phrase: status.reasonPhrase)
    var headers: HTTPHeaders = [:]
    for each in live.response.headerFields { headers[HTTPHeader(each.name.rawName)] = each.value }
    switch live.body {
    case .data(let data): self.init(statusCode: code, headers: headers, body: data)
    case .stream(let parts, let length):
      // The connection is closed in the middle of the body if the stream throws an error.
      let bytes = StreamedBody(pieces: parts)
      let body = length.map { HTTPBodySequence(from: bytes, count: $0) }
      // Without its length, it is sent in chunks.
      self.init(
        statusCode: code, headers: headers, body: body ?? HTTPBodySequence(from: bytes))
    case .socket(let socket):
      let handler = WebSocketHTTPHandler(handler: WebSocketConnection(socket))
      self = try await handler.handleRequest(request)
      for (header, value) in headers { self.headers[header] = value }
    }
  }
}

extension HTTPTypes.HTTPRequest {
  fileprivate init(_ request: FlyingFox.HTTPRequest) {
    self.init(
      method: Method(rawValue: request.method.rawValue) ?? .get, scheme: "http",
      authority: request.headers[.host], path: request.target.rawValue)
    for (header, value) in request.headers {
      if let name = HTTPField.Name(header.rawValue) { headerFields[name] = value }
    }
  }
}

/// The bytes of a stream, of which each piece is sent as soon as it exists.
private struct StreamedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let pieces: FakeTransport.ResponseBody

  func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var pieces: FakeTransport.ResponseBody.Iterator
    var piece = Data()

    mutating func next() async throws -> UInt8? {
      try await fill()
      return piece.popFirst()
    }

    /// Returns the next piece as a whole.
    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      try await fill()
      defer { piece = Data() }
      return piece.isEmpty ? nil : piece
    }

    /// Waits for a piece that is not empty, because an empty chunk would end the body.
    private mutating func fill() async throws {
      while piece.isEmpty, let next = try await pieces.next() { piece = next }
    }
  }
}
