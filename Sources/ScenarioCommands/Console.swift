import Foundation

/// Where a command writes to: the one place that knows of files and terminals.
struct Console {
  private let handle: FileHandle
  private let descriptor: Int32

  static let output = Console(handle: .standardOutput, descriptor: 1)
  static let error = Console(handle: .standardError, descriptor: 2)

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
  static func outliveReaders() { signal(SIGPIPE, SIG_IGN) }

  /// Writes a text.
  ///
  /// A reader who has gone away, as in `scenarios list | head`, is no error.
  func write(_ text: String) {
    guard !text.isEmpty else { return }
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
