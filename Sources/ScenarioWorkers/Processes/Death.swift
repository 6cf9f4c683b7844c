import CWorkers
import Glibc

/// How a worker died, in words for the people who read a report.
struct Death {
  /// What happened, as the message of a failure.
  let message: String

  /// Where it happened in the app, a line each.
  let details: [String]

  /// Whether somebody outside of the run killed the process, so that it says nothing of the app.
  let isFromOutside: Bool

  /// - Parameters:
  ///   - status: How the process ended.
  ///   - progress: What it noted.
  ///   - output: The end of what it printed.
  ///   - limits: What it was allowed.
  ///   - executable: The path of its executable, which has the names of functions.
  init(
    _ status: ExitStatus, _ progress: WorkerProgress, output: String, limits: WorkerLimits,
    executable: String
  ) {
    let note = progress.memory.pointee
    var details: [String] = []
    var isFromOutside = false
    switch worker_ending(UInt32(bitPattern: note.ending)) {
    case WORKER_LOOPS:
      message =
        "the app is in an endless loop: it used \(limits.patienceWords) of processor time "
        + "without progress"
    case WORKER_BLOCKED:
      message = "the app blocked its thread: nothing ran for \(limits.patienceWords)"
    case WORKER_WAITS_FOR_CHILD:
      message =
        "the app blocked its thread: it waited \(limits.patienceWords) for a child process"
    case WORKER_WAITS_FOR_DISK:
      message = "the app blocked its thread: it waited \(limits.patienceWords) for a disk"
    case WORKER_MEMORY:
      message = "the app used more than \(limits.memoryWords) of memory"
    default:
      switch status {
      case .exited(ChildProcess.failureStatus) where note.exit_called == 0:
        let reason = output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        message = "the worker process could not go on: \(reason)"
      case .exited(let code):
        message = "the app ended the process with exit status \(code)"
      case .signaled(let signal) where Self.isOverflow(note):
        _ = signal
        message = "the app overflowed its stack"
      case .signaled(let signal):
        isFromOutside = note.signal == 0 && [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(signal)
        // These are how Swift's runtime ends a process.
        if [SIGILL, SIGTRAP, SIGABRT].contains(signal), let fatal = FatalError(in: output) {
          message = "the app crashed: Fatal error: \(fatal.message)"
          if let place = fatal.place { details.append("at \(place)") }
        } else {
          message = "the app crashed: \(Self.words(for: signal))"
          if let line = output.split(whereSeparator: \.isNewline).last, signal == SIGABRT {
            details.append("It said: \(line)")
          }
        }
      }
    }
    details += AppFrames.lines(for: progress.frames, in: executable)
    self.details = details
    self.isFromOutside = isFromOutside
  }

  /// Whether it touched the page below its stack.
  private static func isOverflow(_ note: worker_progress) -> Bool {
    guard note.signal == SIGSEGV || note.signal == SIGBUS, note.stack_low > 0 else { return false }
    let margin: UInt64 = 1 << 20
    return note.fault_address &+ margin >= note.stack_low
      && note.fault_address < note.stack_low + (2 << 20)
  }

  private static func words(for signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "SIGSEGV (invalid memory access)"
    case SIGBUS: "SIGBUS (invalid memory access)"
    case SIGILL: "SIGILL (a check of the Swift runtime failed)"
    case SIGTRAP: "SIGTRAP (a check of the Swift runtime failed)"
    case SIGFPE: "SIGFPE (invalid arithmetic)"
    case SIGABRT: "SIGABRT (it ended itself)"
    case SIGSYS: "SIGSYS (a system call that is not allowed)"
    case SIGKILL: "SIGKILL (something killed its process)"
    case SIGTERM: "SIGTERM (something ended its process)"
    case SIGQUIT: "SIGQUIT (it asked itself to quit)"
    case SIGALRM: "SIGALRM (a timer that it does not handle)"
    case SIGPIPE: "SIGPIPE (it wrote to a closed connection)"
    case SIGXFSZ: "SIGXFSZ (it wrote a file that is too large)"
    default: "signal \(signal)"
    }
  }
}

/// What Swift's runtime prints before it ends a process.
private struct FatalError {
  let message: String
  let place: String?

  init?(in output: String) {
    let lines = output.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains("Fatal error") }),
      let found = line.firstRange(of: "Fatal error")
    else { return nil }
    let text = line[found.upperBound...].drop { ": ".contains($0) }
    // "Fatal error: Index out of range: file Swift/x.swift, line 3" of older runtimes.
    message = text.isEmpty ? "without a message" : String(text)
    let before = line[..<found.lowerBound].trimmingSuffix { ": ".contains($0) }
    place = before.isEmpty || before.hasPrefix("Swift/") ? nil : String(before)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}

/// The frames of a stack that are the app's own.
enum AppFrames {
  private static let limit = 8

  private static let ownModules: Set<String> = [
    "Simulation", "StepExpressions", "ScenarioLanguage", "ScenarioKit", "ScenarioHTTP",
    "ScenarioEngine", "ScenarioResults", "ScenarioReports", "ScenarioAuthoring", "ScenarioWorkers",
    "ScenarioCommands", "ScenarioTesting", "ScenarioSuite", "ScenarioHistory", "ScenarioLive",
  ]

  /// Read when the first process dies; a worker may see many deaths.
  private static let ownTable = SymbolTable(path: SymbolTable.ownExecutable)

  static func lines(for addresses: [UInt64], in executable: String) -> [String] {
    let table =
      executable == SymbolTable.ownExecutable ? ownTable : SymbolTable(path: executable)
    var lines: [String] = []
    for address in addresses {
      guard let name = table.name(at: address), let module = Demangled.module(of: name),
        !ownModules.contains(module), !name.hasSuffix("5$mainyyFZ")
      else { continue }
      let line = "in \(Demangled.text(of: name))"
      // A recursion is the same few functions again and again.
      if !lines.contains(line) { lines.append(line) }
      if lines.count == limit { break }
    }
    return lines
  }
}
