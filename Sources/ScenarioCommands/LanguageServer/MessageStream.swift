import Foundation
import ScenarioKit

/// The messages of the Language Server Protocol on standard input and output: JSON, with its length
/// in a header.
struct MessageStream {
  /// The largest message, in bytes.
  private static let limit = 64 << 20

  /// The longest header, in bytes.
  private static let longestHeader = 1 << 16

  private var pending: [UInt8] = []

  /// Reads the messages that are there, and waits if there is nothing; `nil` at the end of the
  /// input.
  ///
  /// A message that is not JSON is an absent value.
  mutating func read() -> [Value]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(STDIN_FILENO, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
    pending += chunk[..<count]
    var messages: [Value] = []
    while let message = next() { messages.append(message) }
    return messages
  }

  private mutating func next() -> Value? {
    guard let header = pending.firstRange(of: Array("\r\n\r\n".utf8)) else {
      // Bytes that are no header are dropped, except for the beginning of its end.
      if pending.count > Self.longestHeader { pending = pending.suffix(3) }
      return nil
    }
    let text = String(decoding: pending[..<header.lowerBound], as: UTF8.self)
    let lengths = text.split(whereSeparator: \.isNewline).compactMap {
      $0.wholeMatch(of: /(?i)Content-Length: *(\d+) */)?.1
    }
    guard lengths.count == 1, let length = Int(lengths[0]), length <= Self.limit else {
      pending.removeFirst(header.upperBound)
      return .absent
    }
    let end = header.upperBound + length
    guard pending.count >= end else { return nil }
    defer { pending.removeFirst(end) }
    let json = String(decoding: pending[header.upperBound..<end], as: UTF8.self)
    return Value(json: json) ?? .absent
  }

  /// Writes a message.
  func write(_ message: Value) {
    guard let json = try? message.json() else { return }
    Console.output.writeUnchanged("Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
  }
}
