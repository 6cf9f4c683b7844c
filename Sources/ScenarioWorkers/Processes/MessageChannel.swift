import CWorkers
import Foundation
import ScenarioReports

/// A writer of messages to another process.
///
/// It writes a mark and the length of each message in four bytes each, then its bytes.
///
/// Sound although ``flushPeriodically()`` uses it on another thread, because everything that changes
/// is used only while the lock is held.
package final class MessageWriter: @unchecked Sendable {
  /// The number of held bytes at which messages are sent.
  ///
  /// Messages are held because a system call takes as long as a small scenario.
  private static let bufferSize = 32 * 1024

  /// The longest time for which messages are held while others are written.
  private static let longestHold: Duration = .milliseconds(2)

  private var flushed = ContinuousClock.now

  /// Guards the buffer, and the time at which it was sent.
  ///
  /// A `Mutex` would trap after a fork as soon as two threads want it: it keeps the ID of its
  /// thread, which is another one in the child.
  private let lock = NSLock()

  private let descriptor: Int32
  private let owner = getpid()
  private var buffer: [UInt8] = []

  package init(to descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a value, at once or together with the next ones.
  package func write(_ value: some Encodable, flushes: Bool = false) throws {
    try add(flushesIf: flushes) { try BinaryEncoder.encode(value, to: &$0) }
  }

  /// Writes a byte and bytes that are already encoded as one message.
  package func write(first: UInt8, _ bytes: [UInt8], flushes: Bool) throws {
    try add(flushesIf: flushes || ContinuousClock.now - flushed >= Self.longestHold) { buffer in
      buffer.append(first)
      buffer.append(contentsOf: bytes)
    }
  }

  /// Writes a message that another process has encoded.
  package func forward(_ message: ArraySlice<UInt8>) throws {
    try add(flushesIf: false) { $0.append(contentsOf: message) }
  }

  /// Adds a message, and sends all messages if they are many or if a condition holds then.
  private func add(
    flushesIf isDue: @autoclosure () -> Bool, _ write: (inout [UInt8]) throws -> Void
  ) throws {
    try lock.withLock {
      let start = buffer.count
      buffer.append(contentsOf: MessageFrame.empty)
      try write(&buffer)
      let count = buffer.count - start - MessageFrame.size
      for byte in 0..<4 {
        buffer[start + 4 + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte))
      }
      if isDue() || buffer.count >= Self.bufferSize { try send() }
    }
  }

  package func flush() throws { try lock.withLock { try send() } }

  private func send() throws {
    defer {
      buffer.removeAll(keepingCapacity: true)
      flushed = .now
    }
    // The app forked, and its child returned to this code. Its results don't belong to the run.
    guard getpid() == owner else { worker_leave(0) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        worker_write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        // The app has set `O_NONBLOCK` on a descriptor that is not its own.
        var full = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&full, 1, -1)
      } else if errno != EINTR {
        throw SystemError("write")
      }
    }
  }
}

/// The header of each message.
private enum MessageFrame {
  /// Four bytes that no text contains, so that what an app writes into the pipe is no message.
  static let mark: [UInt8] = [0xF5, 0xC0, 0xFF, 0xFE]
  /// The mark and a length of 0.
  static let empty = mark + [0, 0, 0, 0]
  static let size = 8
}

/// The error for bytes in a pipe that no ``MessageWriter`` wrote.
struct DamagedMessages: Error, CustomStringConvertible {
  let description =
    "the app wrote into a descriptor that it did not open, through which results are sent"
}

/// A reader of the messages that a ``MessageWriter`` wrote.
package struct MessageReader {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 64 * 1024)

  package init(from descriptor: Int32) { self.descriptor = descriptor }

  /// Reads the available messages, and waits if there are none.
  ///
  /// A message that its writer did not finish is dropped. The end of the writing process also
  /// counts as the end of its messages, because processes that it left running may keep the pipe
  /// open.
  ///
  /// - Parameter receive: A closure that is called with each complete message.
  /// - Returns: Whether the writer may write more.
  /// - Throws: ``DamagedMessages`` for bytes that are no message.
  package mutating func read(
    from process: ChildProcess? = nil, _ receive: (ArraySlice<UInt8>) throws -> Void
  ) throws -> Bool {
    if let process {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Check once more after the end, for messages that were written before it.
      while poll(&waiting, 1, 100) <= 0 {
        if process.hasEnded, poll(&waiting, 1, 0) <= 0 { return false }
        worker_go_on(process.id, 0)
      }
    }
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return true }
      throw SystemError("read")
    }
    guard count > 0 else { return false }
    pending.append(contentsOf: chunk[..<count])
    var start = 0
    while pending.count - start >= MessageFrame.size {
      guard pending[start..<start + 4].elementsEqual(MessageFrame.mark) else {
        throw DamagedMessages()
      }
      var length = 0
      for byte in 0..<4 { length |= Int(pending[start + 4 + byte]) << (8 * byte) }
      let content = start + MessageFrame.size
      guard pending.count - content >= length else { break }
      try receive(pending[content..<content + length])
      start = content + length
    }
    pending.removeFirst(start)
    return true
  }
}

extension ChildProcess {
  /// Returns the value that the process sends; `nil` if it ended before.
  package func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    defer { release() }
    var reader = MessageReader(from: messages)
    var value: Value?
    while try reader.read({ value = try BinaryDecoder.decode(type, from: $0) }) {}
    return value
  }
}

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible {
  private let call: String
  private let code: Int32

  init(_ call: String) { (self.call, code) = (call, errno) }

  /// Whether the call used a descriptor that was closed.
  var isAboutClosedDescriptor: Bool { code == EBADF }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
