import CSimulation
import DisplayText

/// An action of code in a simulation that leaves story time.
///
/// Outside story time, the order of events is not deterministic.
public enum SandboxViolation: Sendable, Hashable, CustomStringConvertible {
  /// The code handed work to a run loop other than the main one, or observed a run loop.
  case runLoop

  /// The code set a timer of the system, or one of a run loop other than the main one.
  case timer

  /// The code created a Dispatch source that monitors the system.
  case eventSource

  /// The code started a thread.
  case thread

  /// The code put its thread to sleep for a duration.
  ///
  /// That much story time passed, and nothing else could happen during it.
  case threadSleep(Duration)

  /// The code connected to an address, or opened one for connections.
  ///
  /// Nothing was sent; the code got an error.
  case connection(String)

  /// The code looked up the address of a host. It got an error.
  case lookup(String)

  /// The code started a program. Nothing was started; the code got an error.
  case process(String)

  /// The code created, changed or deleted a file outside of the temporary folder.
  ///
  /// Nothing was changed; the code got an error.
  case file(String)

  /// A thread outside the simulation resumed one of its tasks.
  case resumedFromOutside

  /// The code waited on a clock that does not measure time in seconds.
  ///
  /// The wait ended at once.
  case unknownClock

  /// A message that describes the action and what to do instead.
  public var description: String { words.joined() }

  /// The message as texts with values between them.
  package var words: [String] {
    Array(parts.dropLast()) + ["\(parts[parts.count - 1]); \(hint)"]
  }

  /// The action as texts with its object between them.
  private var parts: [String] {
    let reason = ", which story time can't control"
    return switch self {
    case .runLoop:
      ["the app handed work to the RunLoop of a background thread, or observed a RunLoop" + reason]
    case .timer:
      ["the app set a timer that does not belong to RunLoop.main or to a DispatchQueue" + reason]
    case .eventSource: ["the app used a DispatchSource" + reason]
    case .thread: ["the app started a thread" + reason]
    case .threadSleep(let duration):
      ["the app put its thread to sleep for ", StoryTimeText.span(duration), ""]
    case .connection(let address):
      ["the app tried to connect to ", address, ", which no story permits"]
    case .lookup(let host):
      ["the app tried to look up the host \"", host, "\", which no story permits"]
    case .process(let program):
      ["the app tried to start the program \"", program, "\", which no story permits"]
    case .file(let path): ["the app tried to change \"", path, "\", which no story permits"]
    case .resumedFromOutside: ["the app was resumed from a thread outside story time"]
    case .unknownClock: ["the app waited on a clock that doesn't measure seconds" + reason]
    }
  }

  /// The hint on what to do instead, such as `use a Task instead`.
  package var hint: String {
    switch self {
    case .runLoop: "use RunLoop.main, a queue or a Task instead"
    case .timer: "use one of these, or a Task with Task.sleep"
    case .eventSource, .process: "replace it with a fake"
    case .thread: "use a Task instead"
    case .threadSleep: "use Task.sleep instead"
    case .connection:
      "use URLSession, which the scenario's server answers, or replace the connection with a fake"
    case .lookup:
      "use URLSession, which the scenario's server answers, or replace the look-up with a fake"
    case .file: "use a folder in FileManager.default.temporaryDirectory"
    case .resumedFromOutside: "replace the API that it called there with a fake, or use a Task"
    case .unknownClock: "replace the clock with a fake"
    }
  }

  /// The action of all violations of this kind, such as `starts threads`.
  package var action: String {
    switch self {
    case .runLoop: "hands work to RunLoops of background threads, or observes RunLoops"
    case .timer: "sets timers that do not belong to RunLoop.main or to a DispatchQueue"
    case .eventSource: "uses DispatchSources other than timers"
    case .thread: "starts threads"
    case .threadSleep: "puts threads to sleep"
    case .connection: "connects to addresses"
    case .lookup: "looks up hosts"
    case .process: "starts programs"
    case .file: "changes files outside of its folders"
    case .resumedFromOutside: "is resumed from threads outside story time"
    case .unknownClock: "waits on clocks that don't measure seconds"
    }
  }

  /// The object of the action, such as an address or the duration of a sleep; `nil` if it has none.
  package var object: String? { parts.dropFirst().first }

  /// The permission of a module that permits the action; `nil` if there is none.
  package var permission: String? {
    switch self {
    case .connection, .lookup: "network"
    case .process: "processes"
    case .thread: "threads"
    case .file: "files"
    case .runLoop, .timer, .eventSource, .threadSleep, .resumedFromOutside, .unknownClock: nil
    }
  }

  /// Whether the action left work on another thread, which may resume a task.
  var hasLeftWork: Bool { [.runLoop, .timer, .eventSource, .thread].contains(self) }

  init(_ kind: simulation_violation_kind, nanoseconds: Int64 = 0, object: String = "") {
    self =
      switch kind {
      case SIMULATION_VIOLATION_RUN_LOOP: .runLoop
      case SIMULATION_VIOLATION_TIMER: .timer
      case SIMULATION_VIOLATION_SOURCE: .eventSource
      case SIMULATION_VIOLATION_THREAD: .thread
      case SIMULATION_VIOLATION_CONNECTION: .connection(object)
      case SIMULATION_VIOLATION_LOOKUP: .lookup(object)
      case SIMULATION_VIOLATION_PROCESS: .process(object)
      case SIMULATION_VIOLATION_FILE: .file(object)
      default: .threadSleep(.nanoseconds(nanoseconds))
      }
  }
}

/// The actions that leave a simulation and that its code is permitted.
public struct SandboxPermissions: OptionSet, Sendable, Hashable {
  /// A bit for each kind of action that is permitted.
  public let rawValue: UInt32

  /// Creates permissions from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ kinds: [simulation_violation_kind]) {
    rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Connections and look-ups of hosts; what comes back differs from run to run.
  public static let network = Self([SIMULATION_VIOLATION_CONNECTION, SIMULATION_VIOLATION_LOOKUP])

  /// Other programs.
  public static let processes = Self([SIMULATION_VIOLATION_PROCESS])

  /// Threads of the app's own, which run in real time.
  public static let threads = Self([SIMULATION_VIOLATION_THREAD])

  /// Changes of files anywhere, which later scenarios see.
  public static let files = Self([SIMULATION_VIOLATION_FILE])
}
