import CWorkers
import Glibc

/// Keeps what the app prints, apart from what the command writes.
package final class OutputCapture {
  /// How many bytes are kept of each scenario, from the beginning.
  package static let limit = 64 * 1024

  private let file: Int32

  /// Makes a file in memory, which this process and those that it forks share.
  package init() throws {
    let file = worker_memory_file()
    guard file >= 0 else { throw SystemError("memfd_create") }
    self.file = file
  }

  /// Takes a file that another program has made.
  package init(sharing file: Int32) { self.file = file }

  deinit { close(file) }

  /// The file, for a program to share.
  package var descriptor: Int32 { file }

  /// Redirects standard output and error of this process to the file.
  package func redirect() {
    fflush(nil)
    dup2(file, STDOUT_FILENO)
    dup2(file, STDERR_FILENO)
    // What a process has not written when it dies is lost.
    worker_write_at_once()
  }

  /// How many bytes were printed since it began.
  var size: Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Begins anew.
  package func begin() {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return }
    fflush(nil)
    ftruncate(file, 0)
  }

  /// What was printed since it began; `nil` for nothing.
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

  /// The end of what was printed, where a crash says why.
  var end: String {
    fflush(nil)
    var status = stat()
    guard fstat(file, &status) == 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), 16 * 1024))
    let count = pread(file, &bytes, bytes.count, status.st_size - off_t(bytes.count))
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
