import Foundation
import Glibc
import TestSupport

/// A call of `scenarios studio` in a folder of its own.
final class RunningStudio {
  let folder: StoriesFolder
  /// The address that the command has printed.
  let address: String
  /// The file that opens the page again.
  let opener: URL
  let port: UInt16
  private let process: Process
  private let errors = Pipe()

  struct Problem: Error {
    var output: String
  }

  static let story = """
    story: Interesting facts
    module: facts

    scenarios:
      - scenario: The screen appears
        when: the screen appears
        then:
          - the screen shows: { state: initial, buttons: [Load a useful fact] }
          - no requests were sent

    """

  /// Starts the command, and waits until it serves.
  ///
  /// - Parameter setUp: Python code that runs in the process before the command.
  init(
    files: [String: String] = ["Scenarios/facts.yaml": story], options: [String] = [],
    setUp: String? = nil
  ) throws {
    folder = try StoriesFolder(files)
    process = CommandLineCall.process(
      ["studio", "--no-open", "--port", "0"] + options, in: folder.url)
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    if let setUp {
      process.standardError = errors
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments =
        [
          "python3", "-c",
          "import os, resource, signal, sys; \(setUp); os.execv(sys.argv[1], sys.argv[1:])",
          CommandLineCall.executable.path,
        ] + (process.arguments ?? [])
    }
    try process.run()
    var text = ""
    while text.count(where: { $0 == "\n" }) < 4 {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Problem(output: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map(String.init)
    address = lines[1]
    guard let opener = URL(string: lines[3]) else { throw Problem(output: text) }
    self.opener = opener
    port = URL(string: address)?.port.flatMap { UInt16(exactly: $0) } ?? 0
  }

  deinit {
    // A child of a test inherits that other signals are blocked.
    end(by: SIGKILL)
    try? FileManager.default.removeItem(at: opener.deletingLastPathComponent())
  }

  /// Sends a signal that ends the command, and returns its status then.
  @discardableResult
  func end(by signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    return process.waitForEnd()
  }

  /// Waits until the command, which had a set-up, writes an error.
  func error() -> String {
    String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// The code in the address.
  var code: String { String(address.split(separator: "#").last ?? "") }

  /// The most memory that the command has had so far, in MiB.
  var peakMemory: Int {
    get throws {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      guard let size = status.firstMatch(of: /VmHWM:\s+(\d+)/).flatMap({ Int($0.1) }) else {
        throw Problem(output: status)
      }
      return size >> 10
    }
  }

  /// Opens a connection, which the caller closes.
  func connection() throws -> Int32 { try Self.connection(to: port) }

  /// Opens a connection to a port of this machine, on which reading takes at most 20 s.
  static func connection(to port: UInt16) throws -> Int32 {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(file)
      throw Problem(output: "no connection")
    }
    return file
  }

  /// Sends bytes as they are, and returns the answer; empty if the server closed the connection.
  func send(_ request: String) throws -> String {
    let file = try begin(request)
    defer { close(file) }
    return Self.answer(on: file)
  }

  /// Sends bytes on a connection, by default a new one, which the caller closes.
  @discardableResult
  func begin(_ request: String, on known: Int32? = nil) throws -> Int32 {
    let file = try known ?? connection()
    var bytes = Array(request.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A server may refuse before it has read everything.
      if count <= 0 { break }
      bytes = bytes.dropFirst(count)
    }
    shutdown(file, Int32(SHUT_WR))
    return file
  }

  /// Waits for the answer on a connection; empty if the server closed it.
  static func answer(on file: Int32) -> String {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isComplete(answer) {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Returns whether an answer has as many bytes as it says; the server keeps connections open.
  private static func isComplete(_ answer: [UInt8]) -> Bool {
    let parts = String(decoding: answer, as: UTF8.self).split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let length = parts[0].firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
    return parts[1].utf8.count >= length
  }

  /// Sends a request as the page does, with some headers changed or removed.
  func post(
    _ path: String, _ body: String, token: String?, changing changes: [String: String?] = [:],
    adding extra: [String] = []
  ) throws -> String {
    try send(request(path, body, token: token, changing: changes, adding: extra))
  }

  /// Returns the bytes of such a request.
  func request(
    _ path: String, _ body: String, token: String?, changing changes: [String: String?] = [:],
    adding extra: [String] = []
  ) -> String {
    var headers: [(String, String?)] = [
      ("Host", "127.0.0.1:\(port)"), ("Origin", "http://127.0.0.1:\(port)"),
      ("Content-Type", "application/json"), ("Studio-Token", token),
      ("Content-Length", "\(body.utf8.count)"), ("Connection", "close"),
    ]
    for index in headers.indices {
      if let change = changes[headers[index].0] { headers[index].1 = change }
    }
    let lines = headers.compactMap { name, value in value.map { "\(name): \($0)" } } + extra
    return "POST \(path) HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n\(body)"
  }

  /// Exchanges the code for a token, as the page does.
  func enter(_ code: String? = nil) throws -> String {
    let code = code ?? self.code
    let answer = try post("/session", "{\"code\":\"\(code)\"}", token: nil)
    guard let token = answer.firstMatch(of: /"token":"([0-9a-f]+)"/) else {
      throw Problem(output: answer)
    }
    return String(token.1)
  }
}
