import Foundation
import TestSupport

/// A pseudoterminal for calls of `scenarios`.
struct Terminal {
  struct Problem: Error {}

  /// Runs `scenarios` in a terminal and returns its output with the control sequences.
  ///
  /// - Parameter typed: The text to type. If it is `nil`, standard input is not the terminal.
  static func call(
    _ arguments: [String], in folder: StoriesFolder, columns: UInt16 = 80,
    environment: [String: String] = ["NO_COLOR": "1"], typed: String? = nil
  ) async throws -> CommandLineCall {
    let (own, others) = try open(columns: columns)
    defer { close(own) }
    let end = FileHandle(fileDescriptor: others, closeOnDealloc: false)
    let process = CommandLineCall.process(arguments, in: folder.url, environment: environment)
    process.standardOutput = end
    process.standardError = end
    if let typed {
      process.standardInput = end
      try hideTyping(on: others)
      try FileHandle(fileDescriptor: own, closeOnDealloc: false).write(contentsOf: Data(typed.utf8))
    }
    async let seen = text(on: own)
    let status: Int32
    do {
      status = try await process.runUntilExit()
    } catch {
      close(others)
      throw error
    }
    // The reader reaches the end only after this end is closed.
    close(others)
    let output = await seen.replacing("\r\n", with: "\n").replacing("\u{1B}[", with: "␛")
    return CommandLineCall(output: CommandLineCall.stable(output), errors: "", status: status)
  }

  /// Opens a terminal and returns the test's end and the process's end.
  private static func open(columns: UInt16) throws -> (own: Int32, others: Int32) {
    var (own, others): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&own, &others, nil, nil, &size) == 0 else { throw Problem() }
    return (own, others)
  }

  /// Turns off the echo of typed text.
  private static func hideTyping(on others: Int32) throws {
    var settings = termios()
    guard tcgetattr(others, &settings) == 0 else { throw Problem() }
    settings.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(others, TCSANOW, &settings) == 0 else { throw Problem() }
  }

  /// Reads to the end on a separate thread, because reading blocks.
  private static func text(on screen: Int32) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(screen, &buffer, buffer.count)
          if count < 0, errno == EINTR { continue }
          // At the end of a terminal, `read` fails on Linux and returns 0 elsewhere.
          guard count > 0 else { break }
          bytes += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
