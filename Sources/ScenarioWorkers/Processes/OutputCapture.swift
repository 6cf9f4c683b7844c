import CWorkers
import Foundation

/// The output of the app, kept apart from the output of the command.
package final class OutputCapture {
  /// The number of bytes that are kept of each scenario's output, from its beginning.
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
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return }
    fflush(nil)
    ftruncate(file, 0)
  }

  /// The output since ``begin()``; `nil` if there is none.
  package var text: String? {
    fflush(nil)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), Self.limit))
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return status.st_size > Self.limit
      ? text + "\n… (\(Int(status.st_size) - Self.limit) more bytes)\n" : text
  }

  /// The end of the output, which contains the reason of a crash.
  var end: String {
    fflush(nil)
    var status = stat()
    guard fstat(file, &status) == 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), 16 * 1024))
    let count = pread(file, &bytes, bytes.count, status.st_size - off_t(bytes.count))
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
