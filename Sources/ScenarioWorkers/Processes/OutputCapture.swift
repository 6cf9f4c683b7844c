import CWorkers
import Foundation

/// The output of the app, kept apart from the output of the command.
package final class OutputCapture {
  /// The number of bytes that are kept of each scenario's output, from its beginning and its end.
  package static let limit = 64 * 1024

  private let file: Int32

  /// Creates a file in memory, which is shared by this process and its forks.
  package init() throws {
    let file = worker_memory_file()
    guard file >= 0 else { throw SystemError("memfd_create") }
    self.file = file
  }

  /// Uses a file that another program created.
  package init(sharing file: Int32) { self.file = file }

  deinit { close(file) }

  /// Redirects standard output and standard error of this process to the file.
  package func redirect() {
    fflush(nil)
    dup2(file, STDOUT_FILENO)
    dup2(file, STDERR_FILENO)
    // Output that a process has not written when it dies is lost.
    worker_write_at_once()
  }

  /// The number of bytes printed since ``begin()``.
  var size: Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Discards the output so far.
  package func begin() {
    guard size > 0 else { return }
    fflush(nil)
    ftruncate(file, 0)
  }

  /// The output since ``begin()``; `nil` if there is none.
  package var text: String? {
    fflush(nil)
    let size = size
    guard size > Self.limit else { return size > 0 ? text(size, from: 0) : nil }
    let half = Self.limit / 2
    return "\(text(half, from: 0))\n… (\(size - Self.limit) more bytes) …\n"
      + text(half, from: size - half)
  }

  /// The end of the output, which contains the reason of a crash.
  var end: String {
    fflush(nil)
    let count = min(size, 16 * 1024)
    return text(count, from: size - count)
  }

  private func text(_ count: Int, from start: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    let count = pread(file, &bytes, count, off_t(start))
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
