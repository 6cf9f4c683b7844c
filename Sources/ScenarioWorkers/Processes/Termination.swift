import CWorkers
import Foundation
import ScenarioLanguage
import ScenarioReports

/// The end of a worker, described for readers of a report.
struct Termination {
  /// The event, as the message of a failure.
  let text: Message

  /// Details of the termination, one line each, such as the functions of the app that were running.
  let details: [Message]

  /// The event and its place for readers who don't know Swift; `nil` if the place is not known.
  private var crash: [Message]?

  /// Whether something outside of the run killed the process, so that the termination is not due to
  /// the app.
  let isFromOutside: Bool

  /// The end of a process that was killed because its messages were damaged.
  init(_ damage: DamagedMessages) {
    (text, details, isFromOutside) = (Message(verbatim: damage.description), [], false)
  }

  /// - Parameters:
  ///   - status: The way in which the process ended.
  ///   - progress: The state that the process recorded.
  ///   - output: The end of its output.
  ///   - limits: The resources that it was allowed to use.
  ///   - executable: The path of its executable, which contains the names of functions.
  init(
    _ status: ProcessEnd, _ progress: WorkerProgress, output: String, limits: WorkerLimits,
    executable: String
  ) {
    let note = progress.memory.pointee
    var details: [Message] = []
    var (event, line): (Message?, String?)
    var isFromOutside = false
    let frames = AppFrames.lines(for: note.frameOffsets, in: executable)
    // The system's limit of memory, which is higher, may end the process before the watchdog looks.
    let exceedsMemory = note.memory > limits.memory.map { UInt64($0) } ?? .max
    let noted = worker_ending(UInt32(bitPattern: note.ending))
    let ending = noted == WORKER_NOT_ENDED && exceedsMemory ? WORKER_MEMORY : noted
    if let finding = SanitizerFinding(note) {
      text = finding.message
    } else if let words = Self.words(for: ending, limits) {
      text = words
    } else {
      switch status {
      case _ where note.signal_to_parent != 0:
        let name = Self.words(for: note.signal_to_parent).name
        text = "the app sent \(name) to the process that runs it"
      case _ where note.wrote_message != 0: text = Termination(DamagedMessages()).text
      case .exited(ChildProcess.closedStatus) where note.exit_called == 0:
        text = "the app closed a descriptor that it did not open, through which results are sent"
      case .exited(ChildProcess.failureStatus) where note.exit_called == 0:
        let reason = output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        text = "the worker process failed: \(reason)"
      case .exited(let code): text = "the app ended the process with exit status \(code)"
      case .signaled where Self.isOverflow(note): text = "the app overflowed its stack"
      case .signaled(let signal):
        event = "the app crashed"
        isFromOutside = note.signal == 0 && [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(signal)
        // Swift's runtime ends a process with these signals.
        if [SIGILL, SIGTRAP, SIGABRT].contains(signal), let fatal = FatalError(in: output) {
          let reason = "Fatal error: \(fatal.message)"
          text = "the app crashed: \(reason)"
          line = fatal.location
          if let line { details.append("at \(line)") }
        } else {
          let (name, meaning) = Self.words(for: signal)
          text = meaning.map { "the app crashed: \(name) (\($0))" } ?? "the app crashed: \(name)"
          if let line = output.split(whereSeparator: \.isNewline).last, signal == SIGABRT {
            details.append("Last output: \(line)")
          }
        }
      }
    }
    self.details = details + [Message](verbatim: frames)
    self.isFromOutside = isFromOutside
    // The reason of a crash, such as "Fatal error: Index out of range", is for developers.
    crash = AppFrames.location(in: frames, line: line).map { [event ?? text, $0] }
  }

  /// The event, in English.
  var message: String { text.english }

  func failure(at location: Location) -> Failure {
    var failure = Failure(text, at: location, details: details)
    failure.crash = crash
    return failure
  }

  /// Returns the reason for which the watchdog ended a process; `nil` if it did not.
  private static func words(for ending: worker_ending, _ limits: WorkerLimits) -> Message? {
    switch ending {
    case WORKER_LOOPS:
      "the app is in an endless loop: it used \(limits.timeoutWords) of processor time "
        + "without progress"
    case WORKER_BLOCKED: "the app blocked its thread: nothing ran for \(limits.timeoutWords)"
    case WORKER_WAITS_FOR_CHILD:
      "the app blocked its thread: it waited \(limits.timeoutWords) for a child process"
    case WORKER_WAITS_BESIDE_THREADS:
      "the app blocked its thread: it waited \(limits.waitTimeoutWords) while other threads "
        + "were nearly idle"
    case WORKER_WAITS_FOR_DISK:
      "the app blocked its thread: it waited \(limits.diskTimeoutWords) for a disk"
    case WORKER_MEMORY: "the app used more than \(limits.memoryWords) of memory"
    default: nil
    }
  }

  /// Returns whether the process accessed memory next to the low end of its stack.
  private static func isOverflow(_ note: worker_progress) -> Bool {
    guard note.signal == SIGSEGV || note.signal == SIGBUS, note.stack_low > 0 else { return false }
    let margin: UInt64 = 1 << 20
    return note.fault_address &+ margin >= note.stack_low
      && note.fault_address < note.stack_low + (2 << 20)
  }

  private static let wordsBySignal: [Int32: (name: String, meaning: Message?)] = [
    SIGSEGV: ("SIGSEGV", "invalid memory access"), SIGBUS: ("SIGBUS", "invalid memory access"),
    SIGILL: ("SIGILL", "Swift runtime check failed"),
    SIGTRAP: ("SIGTRAP", "Swift runtime check failed"), SIGFPE: ("SIGFPE", "invalid arithmetic"),
    SIGABRT: ("SIGABRT", "the process aborted"), SIGSYS: ("SIGSYS", "forbidden system call"),
    SIGKILL: ("SIGKILL", "the process was killed"),
    SIGTERM: ("SIGTERM", "the process was terminated"),
    SIGQUIT: ("SIGQUIT", "the process received a quit signal"),
    SIGALRM: ("SIGALRM", "unhandled system timer"),
    SIGPIPE: ("SIGPIPE", "write to a closed connection"),
    SIGXFSZ: ("SIGXFSZ", "written file too large"), SIGXCPU: ("SIGXCPU", "too much processor time"),
    SIGHUP: ("SIGHUP", "the terminal was closed"),
    SIGINT: ("SIGINT", "the process was interrupted"), SIGUSR1: ("SIGUSR1", "unhandled signal"),
    SIGUSR2: ("SIGUSR2", "unhandled signal"),
  ]

  private static func words(for signal: Int32) -> (name: String, meaning: Message?) {
    wordsBySignal[signal] ?? ("signal \(signal)", nil)
  }
}

/// The message that Swift's runtime prints before it ends a process.
private struct FatalError {
  let message: String
  let location: String?

  init?(in output: String) {
    let lines = output.split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains("Fatal error") }),
      let found = line.firstRange(of: "Fatal error")
    else { return nil }
    let text = line[found.upperBound...].drop { ": ".contains($0) }
    // Older runtimes print "Fatal error: Index out of range: file Swift/x.swift, line 3".
    message = text.isEmpty ? "without a message" : String(text)
    let before = line[..<found.lowerBound].replacing(/[: ]+$/, with: "")
    location = before.isEmpty || before.hasPrefix("Swift/") ? nil : String(before)
  }
}
