import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioWorkers
import Synchronization

/// A stream that a command writes to; the only code that deals with files and terminals.
struct Console {
  /// The descriptors at the start of the process; in a worker, descriptors 1 and 2 belong to the
  /// app.
  private static let first = Mutex<(output: Int32, error: Int32)>((1, 2))

  /// The error number of the first failure to write; `nil` if there was none.
  private static let problem = Mutex<Int32?>(nil)

  private let descriptor: Int32

  static var output: Console { Console(descriptor: first.withLock(\.output)) }
  static var error: Console { Console(descriptor: first.withLock(\.error)) }

  /// Keeps copies of the streams for workers, whose standard output and error belong to the app.
  static func keepDescriptors() {
    first.withLock { first in
      guard first.output == 1 else { return }
      first = (ChildProcess.movedHigh(1), ChildProcess.movedHigh(2))
    }
  }

  /// Whether the stream is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether standard input is a terminal, so that the user can answer questions.
  static var canAsk: Bool { isatty(0) == 1 }

  /// Whether to write colours: to a terminal, unless the environment disables them (see
  /// no-color.org).
  var isColored: Bool { isTerminal && Self.allowsColors }

  /// The style of texts for people.
  var style: TextStyle { TextStyle(isColored: isColored) }

  /// Read once, because the environment is copied for each look and each text is written so.
  private static let allowsColors: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }()

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
  static func ignoreClosedReaders() {
    signal(SIGPIPE, SIG_IGN)
    // A file opened later must not take the number of a stream that the caller has closed.
    for file in Int32(0)...2 where fcntl(file, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
  }

  /// Writes a text for people.
  ///
  /// Control characters and commands of build servers in it become visible and have no effect.
  func write(_ text: String) { writeUnchanged(TerminalText.safe(text, isColored: isColored)) }

  /// Writes a text as it is: a report or other text for programs, or control characters of this
  /// command itself.
  ///
  /// A closed pipe, as in `scenarios list | head`, is no error. Any other failure to write is
  /// recorded and ends the command with an error; see ``checkWritten()``.
  func writeUnchanged(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if errno != EINTR {
          let problem = errno
          if problem != EPIPE { Self.problem.withLock { $0 = $0 ?? problem } }
          return
        }
      }
    }
  }

  /// The diagnostic for output that could not be written, for example because the disk is full;
  /// `nil` if all of it was written.
  static var outputProblem: Diagnostic? {
    problem.withLock(\.self).map { problem in
      Diagnostic(
        "the output is incomplete, because it can't be written: "
          + "\(String(cString: strerror(problem)))")
    }
  }

  /// Throws a diagnostic if a part of the output could not be written.
  static func checkWritten() throws(Diagnostic) { if let outputProblem { throw outputProblem } }

  /// Writes an error that ends a command.
  func report(_ error: any Error) { report(InputError.diagnostics(of: error)) }

  /// Writes diagnostics, each on its own lines.
  func report(_ diagnostics: [Diagnostic]) {
    write(diagnostics.map { DiagnosticFormatter(isColored: isColored).format($0) + "\n" }.joined())
  }

  /// Writes the errors of files that can't be run.
  func report(_ files: [BrokenFile]) {
    let formatter = DiagnosticFormatter(isColored: isColored)
    for file in files { write(formatter.format(file.diagnostics) + "\n\n") }
  }

  /// Writes a diagnostic that has no source location, with hints on further lines.
  func report(_ severity: Diagnostic.Severity, _ message: String) {
    var diagnostic = Diagnostic(lines: message)
    diagnostic.severity = severity
    report([diagnostic])
  }
}

extension TerminalReport {
  /// The largest number of scenarios that get a line each; in larger runs, passed scenarios are not
  /// listed.
  static let listLimit = 200

  /// Creates a report for a console, whose counts are in the language of the terminal.
  init(on console: Console, listsAll: Bool) {
    self.init(
      style: console.style, listsAll: listsAll, width: console.width, language: .terminal)
  }
}

extension StoryLanguage {
  /// The language of the terminal.
  static var terminal: StoryLanguage { .ofTerminal(ProcessInfo.processInfo.environment) }
}

/// An error that ends a command with the exit status for wrong input, after reporting diagnostics.
struct InputError: Error {
  private let diagnostics: [Diagnostic]

  /// Throws an error with the diagnostics, unless there are none.
  static func check(_ diagnostics: [Diagnostic]) throws(InputError) {
    guard diagnostics.isEmpty else { throw InputError(diagnostics: diagnostics) }
  }

  /// Returns the diagnostics for any error that a command throws.
  static func diagnostics(of error: any Error) -> [Diagnostic] {
    switch error {
    case let error as InputError: error.diagnostics
    case let error as StoryRun.WrongStepDefinitions: error.diagnostics
    case let diagnostic as Diagnostic: [diagnostic]
    default: [Diagnostic(lines: "\(error)")]
    }
  }
}
