import Foundation
import Glibc
import Synchronization

/// A stream that a command writes to; the only code that deals with files and terminals.
struct Console {
  /// The descriptors at the start of the process; in a worker, descriptors 1 and 2 belong to the
  /// app.
  private static let first = Mutex<(output: Int32, error: Int32)>((1, 2))

  private let descriptor: Int32

  static var output: Console { Console(descriptor: first.withLock(\.output)) }
  static var error: Console { Console(descriptor: first.withLock(\.error)) }

  /// Keeps copies of the streams for workers, whose standard output and error belong to the app.
  static func keepDescriptors() {
    first.withLock { first in
      guard first.output == 1 else { return }
      let copies = (fcntl(1, F_DUPFD_CLOEXEC, 500), fcntl(2, F_DUPFD_CLOEXEC, 500))
      if copies.0 >= 0 { first.output = copies.0 }
      if copies.1 >= 0 { first.error = copies.1 }
    }
  }

  /// Whether the stream is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether standard input is a terminal, so that the user can answer questions.
  static var canAsk: Bool { isatty(0) == 1 }

  /// Whether to write colours: to a terminal, unless the environment disables them (see
  /// no-color.org).
  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// The number of columns to fill: the terminal's width, between 60 and 140, or 100 if there is no
  /// terminal.
  var width: Int {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 100
    }
    return min(max(Int(size.ws_col), 60), 140)
  }

  /// Ignores closed pipes, so that they change neither the work nor its exit status.
  static func outliveReaders() {
    signal(SIGPIPE, SIG_IGN)
    // A file opened later must not take the number of a stream that the caller has closed.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes a text.
  ///
  /// A closed pipe, as in `scenarios list | head`, is no error.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 { written += count } else if errno != EINTR { return }
      }
    }
  }
}
