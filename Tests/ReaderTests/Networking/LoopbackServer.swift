import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
private let streamSocket = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
import Musl
private let streamSocket = SOCK_STREAM
#else
import Darwin
private let streamSocket = SOCK_STREAM
#endif

/// An HTTP server on 127.0.0.1 that accepts one connection and one request.
///
/// It blocks its own thread, never one of the concurrency pool, and only for a limited time.
final class LoopbackServer: Sendable {
  /// The server's response to the request.
  enum Answer: Sendable {
    /// Sends the head's lines separated by CRLF and the body, then closes the connection.
    case response(head: [String], body: String)
    /// Sends nothing until the client closes the connection.
    case silence
  }

  /// A failed system call, with the system's reason.
  struct Failure: Error {
    var action: String
    var reason = String(cString: strerror(errno))
  }

  /// The address to send requests to, such as `127.0.0.1:49152`.
  let authority: String

  private let requests = AsyncThrowingStream<String, any Error>.makeStream()
  private let hangUps = AsyncStream<Void>.makeStream()

  /// Starts a server with an answer.
  init(_ answer: Answer) throws {
    let (listener, port) = try Self.boundSocket()
    guard listen(listener, 1) == 0 else {
      let failure = Failure(action: "listen")
      close(listener)
      throw failure
    }
    authority = "127.0.0.1:\(port)"
    let (requests, hangUps) = (requests.continuation, hangUps.continuation)
    Thread.detachNewThread {
      defer { close(listener) }
      do {
        let connection = try Self.accepted(from: listener)
        defer { close(connection) }
        requests.yield(try Self.request(from: connection))
        requests.finish()
        switch answer {
        case .response(let head, let body):
          try Self.deliver((head + ["", body]).joined(separator: "\r\n"), to: connection)
        case .silence:
          guard try Self.bytes(from: connection).isEmpty else { break }
          hangUps.yield()
        }
      } catch {
        requests.finish(throwing: error)
      }
      hangUps.finish()
    }
  }

  /// Waits for the request and returns its head and body unchanged.
  func request() async throws -> String {
    for try await request in requests.stream { return request }
    throw CancellationError()
  }

  /// Waits until the client closes the connection without an answer; false if it sends more.
  func clientHungUp() async -> Bool {
    for await _ in hangUps.stream { return true }
    return false
  }

  /// Calls a body with an address that stays reserved and on which no process listens.
  static func withRefusingAuthority<Result>(
    _ body: (String) async throws -> Result
  ) async throws -> Result {
    let (unheard, port) = try boundSocket()
    defer { close(unheard) }
    return try await body("127.0.0.1:\(port)")
  }
}

extension LoopbackServer {
  /// The time limit for the client, in seconds: shorter than the limit of the tests, and long,
  /// because all tests of a process begin at once.
  private static let timeout = 540

  private static func boundSocket() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw Failure(action: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound else {
      let failure = Failure(action: "bind")
      close(descriptor)
      throw failure
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Repeats a system call that a signal ends early.
  private static func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func accepted(from listener: Int32) throws -> Int32 {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    let ready = uninterrupted { Int(poll(&waiting, 1, Int32(timeout * 1_000))) }
    guard ready != 0 else {
      throw Failure(action: "wait for a client", reason: "none came in \(timeout) s")
    }
    guard ready == 1 else { throw Failure(action: "wait for a client") }
    let connection = Int32(uninterrupted { Int(accept(listener, nil, nil)) })
    guard connection >= 0 else { throw Failure(action: "accept") }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return connection
  }

  private static func request(from connection: Int32) throws -> String {
    var received: [UInt8] = []
    while true {
      let bytes = try bytes(from: connection)
      received += bytes
      let text = String(decoding: received, as: UTF8.self)
      if bytes.isEmpty || isWhole(text) { return text }
    }
  }

  /// Returns whether a request is complete: its head and the body length that the head specifies.
  private static func isWhole(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }

  /// Returns the next bytes from the client; empty if the client closed the connection.
  private static func bytes(from connection: Int32) throws -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = uninterrupted { recv(connection, &buffer, buffer.count, 0) }
    guard count >= 0 else { throw Failure(action: "recv") }
    return buffer.prefix(count)
  }

  private static func deliver(_ text: String, to connection: Int32) throws {
    // A closed connection must cause an error, not a signal that ends the process.
    #if canImport(Darwin)
    let flags: Int32 = 0
    var enabled: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &enabled, socklen_t(MemoryLayout<Int32>.size))
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { rest in
        uninterrupted { send(connection, rest.baseAddress, rest.count, flags) }
      }
      guard count > 0 else { throw Failure(action: "send") }
      rest = rest.dropFirst(count)
    }
  }
}
