import Foundation

/// The messages of the Language Server Protocol on standard input: JSON, with its length in a
/// header.
enum MessageStream {
  /// The largest message, in bytes.
  private static let limit = 64 << 20

  /// The longest header, in bytes.
  private static let longestHeader = 1 << 16

  /// Takes the messages that are complete from what has arrived.
  static func take(_ data: Data, _ pending: inout Data) -> [Data] {
    pending += data
    var messages: [Data] = []
    while let message = next(&pending) { messages.append(message) }
    return messages
  }

  /// Returns the next message, which is empty where a header is wrong.
  private static func next(_ pending: inout Data) -> Data? {
    guard let header = pending.range(of: Data("\r\n\r\n".utf8)) else {
      // Bytes that are no header are dropped, except for the beginning of its end.
      if pending.count > longestHeader { pending = pending.suffix(3) }
      return nil
    }
    let text = String(decoding: pending[..<header.lowerBound], as: UTF8.self)
    let lengths = text.split(whereSeparator: \.isNewline).compactMap {
      $0.wholeMatch(of: /(?i)Content-Length: *(\d+) */)?.1
    }
    let length = lengths.count == 1 ? Int(lengths[0]) : nil
    let end = header.upperBound + (length.flatMap { $0 <= limit ? $0 : nil } ?? 0)
    guard pending.endIndex >= end else { return nil }
    defer { pending = Data(pending[end...]) }
    return pending[header.upperBound..<end]
  }
}
