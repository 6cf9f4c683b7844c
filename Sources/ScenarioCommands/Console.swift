import Foundation
import Glibc
import Synchronization

/// Where a command writes to: the one place that knows of files and terminals.
struct Console {
  /// Where the process wrote when it began; the descriptors of a worker are the app's.
  private static let first = Mutex<(output: Int32, error: Int32)>((1, 2))

  private let descriptor: Int32

  static var output: Console { Console(descriptor: first.withLock(\.output)) }
  static var error: Console { Console(descriptor: first.withLock(\.error)) }

  /// Keeps the places to write to for workers, whose standard output and error are the app's.
  static func keepDescriptors() {
    first.withLock { first in
      guard first.output == 1 else { return }
      let copies = (fcntl(1, F_DUPFD_CLOEXEC, 500), fcntl(2, F_DUPFD_CLOEXEC, 500))
      if copies.0 >= 0 { first.output = copies.0 }
      if copies.1 >= 0 { first.error = copies.1 }
    }
  }

  /// Whether a person is looking.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether a person can answer questions.
  static var canAsk: Bool { isatty(0) == 1 }

  /// Whether to write colours: to a terminal, unless the environment asks for none (see
  /// no-color.org).
  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// How many columns to fill: those of the terminal, as far as lines of such a length can be read,
  /// and 100 elsewhere.
  var width: Int {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 100
    }
    return min(max(Int(size.ws_col), 60), 140)
  }

  /// Makes a reader who goes away harmless, so that the work and its exit status stay what they
  /// are.
  static func outliveReaders() {
    signal(SIGPIPE, SIG_IGN)
    // A file that is opened later must not become one of the streams that the caller has closed.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Writes a text.
  ///
  /// A reader who has gone away, as in `scenarios list | head`, is no error.
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
