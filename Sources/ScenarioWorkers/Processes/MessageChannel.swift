import CWorkers
import Glibc
import ScenarioResults
import Synchronization

/// Writes messages to another process: the length of each in four bytes, then its bytes.
package final class MessageWriter {
  /// Messages are held until there are so many bytes of them: a system call takes as long as a
  /// small scenario.
  private static let bufferSize = 32 * 1024

  /// Messages are held no longer than this while others are written.
  private static let longestHold: Duration = .milliseconds(2)

  private var flushed = ContinuousClock.now

  /// Guards the buffer, which ``PeriodicFlush`` also uses, on another thread.
  private let lock = Mutex(())

  private let descriptor: Int32
  private let owner = getpid()
  private var buffer: [UInt8] = []
  private let encoder = BinaryEncoder()

  package init(to descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a value, at once or with the next ones.
  package func write(_ value: some Encodable, flushes: Bool = false) throws {
    try lock.withLock { _ in try add(value, flushes: flushes) }
  }

  private func add(_ value: some Encodable, flushes: Bool) throws {
    let start = buffer.count
    buffer.append(contentsOf: [0, 0, 0, 0])
    try encoder.encode(value, to: &buffer)
    noteLength(from: start)
    if flushes || buffer.count >= Self.bufferSize { try send() }
  }

  /// Writes a byte and bytes that are encoded already as one message.
  package func write(first: UInt8, _ bytes: [UInt8], flushes: Bool) throws {
    try lock.withLock { _ in
      let start = buffer.count
      buffer.append(contentsOf: [0, 0, 0, 0, first])
      buffer.append(contentsOf: bytes)
      noteLength(from: start)
      let isDue = ContinuousClock.now - flushed >= Self.longestHold
      if flushes || isDue || buffer.count >= Self.bufferSize { try send() }
    }
  }

  /// Writes a message that another process has encoded.
  package func forward(_ message: ArraySlice<UInt8>) throws {
    try lock.withLock { _ in
      let start = buffer.count
      buffer.append(contentsOf: [0, 0, 0, 0])
      buffer.append(contentsOf: message)
      noteLength(from: start)
      if buffer.count >= Self.bufferSize { try send() }
    }
  }

  private func noteLength(from start: Int) {
    let count = buffer.count - start - 4
    for byte in 0..<4 { buffer[start + byte] = UInt8(truncatingIfNeeded: count >> (8 * byte)) }
  }

  package func flush() throws { try lock.withLock { _ in try send() } }

  private func send() throws {
    defer {
      buffer.removeAll(keepingCapacity: true)
      flushed = .now
    }
    // The app has forked, and its child came back to us: its results are not those of the run.
    guard getpid() == owner else { worker_leave(0) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 { written += count } else if errno != EINTR { throw SystemError("write") }
    }
  }
}

/// Takes messages apart that a ``MessageWriter`` wrote.
package struct MessageReader {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 64 * 1024)

  package init(from descriptor: Int32) { self.descriptor = descriptor }

  /// Reads what is there, and waits until something is.
  ///
  /// A message that its writer did not finish is dropped. At the end, what the process that wrote has
  /// left behind may still have the pipe open, so its end counts, too.
  ///
  /// - Parameter take: Called with each complete message.
  /// - Returns: Whether the writer may write more.
  package mutating func read(
    from process: ChildProcess? = nil, _ take: (ArraySlice<UInt8>) throws -> Void
  ) throws -> Bool {
    if let process {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Once more after the end, for what it wrote before.
      while poll(&waiting, 1, 100) <= 0 {
        if process.hasEnded, poll(&waiting, 1, 0) <= 0 { return false }
      }
    }
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return true }
      throw SystemError("read")
    }
    guard count > 0 else { return false }
    pending.append(contentsOf: chunk[..<count])
    var start = 0
    while pending.count - start >= 4 {
      var length = 0
      for byte in 0..<4 { length |= Int(pending[start + byte]) << (8 * byte) }
      guard pending.count - start - 4 >= length else { break }
      try take(pending[start + 4..<start + 4 + length])
      start += 4 + length
    }
    pending.removeFirst(start)
    return true
  }
}

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible {
  private let call: String
  private let code: Int32

  init(_ call: String) {
    self.call = call
    code = errno
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
