import Foundation

/// The bytes of a results file, most of which stay in the file until a report needs them.
///
/// The bytes never change, and exist as long as something refers to them.
final class ResultsBytes: @unchecked Sendable {
  /// The bytes.
  let all: UnsafeRawBufferPointer

  private let isMapped: Bool

  /// Creates bytes in memory.
  init(_ bytes: some Collection<UInt8>) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    (all, isMapped) = (UnsafeRawBufferPointer(memory), false)
  }

  /// Creates the bytes of the file at a path; `nil` if it can't be read.
  convenience init?(readingFrom path: String) {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    var status = stat()
    if fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let start = mmap(
        nil, Int(status.st_size), PROT_READ, MAP_PRIVATE | MAP_POPULATE, handle.fileDescriptor, 0),
      start != MAP_FAILED
    {
      self.init(mapped: UnsafeRawBufferPointer(start: start, count: Int(status.st_size)))
    } else {
      // An empty file, or a pipe.
      guard let bytes = try? handle.readToEnd() ?? Data() else { return nil }
      self.init(bytes)
    }
  }

  private init(mapped: UnsafeRawBufferPointer) { (all, isMapped) = (mapped, true) }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: all.baseAddress), all.count)
    } else {
      all.deallocate()
    }
  }

  /// Calls a function with the range of each line, without its line break.
  func forEachLine(_ body: (Range<Int>) throws -> Void) rethrows {
    var start = 0
    while start <= all.count {
      let rest = self[start..<all.count]
      let end = rest.baseAddress.flatMap { first in
        memchr(first, Int32(UInt8(ascii: "\n")), rest.count)
          .map { start + (UnsafeRawPointer($0) - first) }
      }
      try body(start..<(end ?? all.count))
      start = (end ?? all.count) + 1
    }
  }

  /// Returns some of the bytes.
  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: all[range])
  }

  /// Gives back the memory of the bytes in a range and around it, until they are read again.
  func release(_ range: Range<Int>) {
    // Linux reads this much where one byte is needed.
    let window = 64 * 1024
    guard isMapped, let start = all.baseAddress else { return }
    let first = range.lowerBound / window * window
    let last = min((range.upperBound / window + 1) * window, all.count)
    madvise(UnsafeMutableRawPointer(mutating: start + first), last - first, MADV_DONTNEED)
  }

  /// Returns some of the bytes, which are not copied.
  func data(_ range: Range<Int>) -> Data {
    guard let start = all.baseAddress else { return Data() }
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start + range.lowerBound),
      count: range.count, deallocator: .none)
  }
}

/// A value as JSON in a results file, which is decoded when it is needed.
struct StoredJSON: Sendable {
  private let bytes: ResultsBytes
  private let start: Int
  private let count: UInt32

  /// - Parameter range: The range of the value in the bytes, shorter than 4 GiB.
  init(_ bytes: ResultsBytes, _ range: Range<Int>) {
    (self.bytes, start, count) = (bytes, range.lowerBound, UInt32(range.count))
  }

  /// Decodes the value; its file was complete when it was read.
  func decoded<Value: Decodable>(as type: Value.Type) -> Value {
    do {
      let range = start..<start + Int(count)
      defer { bytes.release(range) }
      return try JSONDecoder().decode(type, from: bytes.data(range))
    } catch {
      preconditionFailure("a results file changed while it was read: \(error)")
    }
  }
}
